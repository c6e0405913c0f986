/// A shell that completes command lines, and how it is told to ask the program.
///
/// The scripts do no more than that. They ask `checklists _complete`, which answers with a first
/// line that says what follows, `words` or `file`, and then with a candidate a line.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The answer to zsh and fish, which match and quote by themselves: word, tab and description.
  static func answer(_ completion: Completion) -> String {
    switch completion {
    case .file(let count): "file \(count)\n"
    case .words(let candidates):
      "words\n" + candidates.map { "\($0.word)\t\($0.description)\n" }.joined()
    }
  }

  /// The commands that the shell runs.
  var script: String {
    switch self {
    case .bash:
      #"""
      # Completions of checklists for bash.

      _checklists() {
        local line=${COMP_LINE-} kind= candidate
        local point=${COMP_POINT:-${#line}}
        COMPREPLY=()
        while IFS= read -r candidate; do
          if [[ -z $kind ]]; then kind=$candidate; else COMPREPLY+=("$candidate"); fi
        done < <(command checklists _complete bash -- \
          "${line:0:point}" "${line:point}" "${2-}" "${COMP_TYPE:-9}" 2>/dev/null)
        if [[ $kind == file ]]; then compopt -o default 2>/dev/null; fi
      }

      complete -o nosort -F _checklists checklists 2>/dev/null || complete -F _checklists checklists

      """#
    case .zsh:
      #"""
      #compdef checklists
      # Completions of checklists for zsh.

      _checklists() {
        local line expl width=0
        local -a answer candidates described
        answer=("${(@f)$(command checklists _complete zsh -- $((CURRENT - 1)) \
          "${(@Q)words[1,CURRENT - 1]}" "${(Q)PREFIX}" "${(@Q)words[CURRENT + 1,-1]}" 2>/dev/null)}")
        case $answer[1] in
          (words)
            shift answer
            candidates=("${(@)answer%%$'\t'*}")
            for line in "${(@)candidates}"; do (( ${(m)#line} > width )) && width=${(m)#line}; done
            for line in "${(@)answer}"; do
              described+=("${(mr:width:)${line%%$'\t'*}}  ${line#*$'\t'}")
            done
            _wanted -V candidates expl candidate \
              compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -l -d described -a candidates
            ;;
          (file*)
            compset -p ${answer[1]#file }
            _files
            ;;
        esac
      }

      if [[ $funcstack[1] == _checklists ]]; then
        _checklists "$@"
      else
        compdef _checklists checklists
      fi

      """#
    case .fish:
      #"""
      # Completions of checklists for fish.

      function __checklists_complete
          set -l before (commandline -opc)
          set -l all (commandline -op)
          set -l typed ''
          if test (count $all) -gt (count $before)
              set typed $all[-1]
          end
          set -l answer (command checklists _complete fish -- (count $before) $before "$typed" 2>/dev/null)
          switch "$answer[1]"
              case words
                  printf '%s\n' $answer[2..-1]
              case 'file *'
                  # The token as it stands on the line, since fish expands ~ and $HOME in paths.
                  set -l kept (string sub --start 6 -- $answer[1])
                  set -l token (commandline -ct)
                  set -l start (string sub --length $kept -- "$token")
                  set -l rest (string sub --start (math $kept + 1) -- "$token")
                  for path in (complete -C "__fish_command_without_completions $rest")
                      printf '%s%s\n' "$start" $path
                  end
          end
      end

      complete --command checklists --no-files --keep-order --arguments '(__checklists_complete)'

      """#
    }
  }
}
