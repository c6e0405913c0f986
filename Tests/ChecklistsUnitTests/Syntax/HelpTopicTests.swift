import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import checklists

@Suite struct HelpTopicTests {
  @Test func `a topic is asked for by its name`() throws {
    let parser = ArgumentParser(.sample)
    for topic in HelpTopic.all {
      #expect(try parser.parse(["help", topic.name]).request == .topic(topic))
      #expect(try parser.parse(["help", topic.name, "--json"]).request == .topic(topic))
    }
    #expect(
      throws: UsageError(
        "there is no command or topic 'selector'", suggestions: ["selectors"], argument: 1)
    ) {
      try parser.parse(["help", "selector"])
    }
  }

  @Test(arguments: [
    ("markdown", HelpTopic.documents), ("todo.txt", .documents), ("sections", .items),
    ("notes", .items),
  ])
  func `a topic is asked for by another word too`(word: String, topic: HelpTopic) throws {
    #expect(try ArgumentParser(Command.syntaxes).parse(["help", word]).request == .topic(topic))
  }

  @Test func `a subcommand is explained by its name alone, if only one command has it`() throws {
    let parser = ArgumentParser(Command.syntaxes)
    let templates = try parser.parse(["help", "lists", "templates"]).request
    #expect(try parser.parse(["help", "templates"]).request == templates)
    #expect(
      throws: UsageError(
        "there is no command or topic 'markdwn'", suggestions: ["markdown"], argument: 1)
    ) {
      try parser.parse(["help", "markdwn"])
    }
  }

  @Test func `no topic has the name of a command, and no two have one word`() {
    let commands = Command.syntaxes.flatMap(\.names)
    let words = HelpTopic.all.flatMap(\.names)
    #expect(words.filter(commands.contains) == [])
    #expect(Set(words).count == words.count)
  }

  @Test func `a page shows paragraphs and terms`() {
    let topic = HelpTopic(
      name: "things", title: "Things", summary: "what they are",
      blocks: [
        .paragraph("There are two:"),
        .terms([.word("one", "the first"), .init("two, which is longer than most", "the second")]),
      ])
    #expect(
      HelpText([]).text(on: topic) == """
        Things

        There are two:

          one                     the first
          two, which is longer than most
                                  the second

        """)
    #expect(topic.words.map(\.word) == ["one"])
  }

  @Test(arguments: HelpTopic.all)
  func `no line of a page is wider than the terminal`(topic: HelpTopic) {
    for width in [40, 60, 80, 100] {
      let display = Display(isTerminal: true, terminalWidth: width, environment: { _ in nil })
      for line in HelpText([], for: display).text(on: topic).string.split(separator: "\n") {
        let isTerm = topic.terms.contains { line == "  \($0.spelling)" }
        #expect(isTerm || TerminalText.width(String(line)) <= width, "\(line)")
      }
    }
  }

  @Test func `the page of a command names the topics of its values`() {
    let page = HelpText(.sample).text(for: [[CommandSyntax].sample[2]]).string
    #expect(page.hasSuffix("See also: help selectors, help dates, help options\n"))
  }

  @Test func `every word that a topic offers for a selector is one`() throws {
    let list = try #require(CompletionSource.sample.list(GlobalOptions()))
    for word in HelpTopic.selectors.words.map(\.word) {
      #expect(try ItemSelector.parse(word) != [.text(word)])
      _ = try ItemResolver.noon.positions(of: [word], in: list)
    }
  }
  @Test func `every word that a topic offers for a day is one`() throws {
    #expect(HelpTopic.dates.words.map(\.word) == DuePhrase.words)
    for word in DuePhrase.words { _ = try DuePhrase(word) }
  }

  @Test func `every date and length of time that the topic shows is one`() throws {
    for term in HelpTopic.dates.terms {
      for phrase in term.spelling.components(separatedBy: ", ") { _ = try DuePhrase(phrase) }
    }
    for term in HelpTopic.repetitions.terms {
      for rule in term.spelling.components(separatedBy: ", ") { _ = try Repetition(phrase: rule) }
    }
    for span in ["90min", "2h", "3d", "1w", "1month", "1y", "0d"] { _ = try TimeSpan(span) }
  }
}

extension HelpTopic {
  fileprivate var terms: [Term] {
    blocks.flatMap { block -> [Term] in
      if case .terms(let terms) = block { terms } else { [] }
    }
  }
}
