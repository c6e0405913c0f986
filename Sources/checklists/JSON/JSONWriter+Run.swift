import ChecklistCore
import ChecklistInterchange
import ChecklistRuns

extension JSONWriter {
  /// A run.
  mutating func run(_ progress: RunProgress, withAnswers: Bool = false) {
    let run = progress.run
    beginObject()
    member("number", run.number)
    member("list", run.listName)
    member("listID", run.list.identityText)
    member("state", run.end.map { $0.kind == .completed ? "complete" : "closed" } ?? "open")
    member("started", ISO8601.text(run.start))
    member("ended", run.end.flatMap { ISO8601.text($0.time) })
    member("by", each: run.people) { $0.value($1) }
    member("signatures", each: run.signatures) { writer, signature in
      writer.beginObject()
      writer.member("by", signature.person)
      writer.member("time", ISO8601.text(signature.time))
      writer.endObject()
    }
    member("total", progress.count)
    member("done", progress.doneCount)
    member("skipped", progress.skippedCount)
    member("left", progress.leftCount)
    member("failed", progress.answers.count { progress.failure(of: $0) != nil })
    if withAnswers {
      member("answers", each: progress.answers) { writer, answer in
        writer.beginObject()
        writer.member("id", answer.item?.id.identityText)
        writer.member("text", answer.item?.text)
        writer.member("section", answer.item?.section)
        writer.member("answer", RunReport.word(for: answer))
        writer.member("elsewhere", answer.isElsewhere)
        writer.member("by", answer.person)
        writer.member("time", answer.kind == .left ? nil : ISO8601.text(answer.time))
        writer.member("seconds", answer.seconds)
        writer.member("reason", answer.reason)
        let execution = answer.item.flatMap { run.executions[$0.id] }
        writer.member("status", execution?.status)
        writer.member("output", execution?.output)
        writer.member("failed", progress.failure(of: answer) != nil)
        writer.member("notes", each: answer.item.flatMap { run.remarks[$0.id] } ?? []) {
          $0.value($1)
        }
        writer.endObject()
      }
    }
    endObject()
  }
}
