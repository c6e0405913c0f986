import TestSupport

@testable import ChecklistCore
@testable import ChecklistInterchange

/// A list of lines that repeat and others, as a person would keep it on paper: the oracle of what a
/// file of text says.
struct RoutineModel {
  /// Something that was done or skipped: when it was due, and on which day it was done.
  struct Entry: Equatable {
    let due: Int
    let done: Int
    let isSkipped: Bool
  }

  /// An item, with days as numbers.
  struct Item: Equatable {
    var name: String
    var section: Int
    /// The number of days of a step; nil for what does not repeat.
    var step: Int?
    var isWhenDone = false
    var due: Int?
    /// How many days before it is due it is shown; nil for no such day.
    var lead: Int?
    /// What was done, the newest last.
    var log: [Entry] = []
    /// Whether it is checked, where it does not repeat.
    var isChecked = false
  }

  var items: [Item] = []
  var today = 9464

  /// The date after one that was done or skipped on a day.
  static func next(_ item: Item, after due: Int, on day: Int) -> Int {
    guard let step = item.step else { return due }
    var next = item.isWhenDone ? day : due
    repeat { next += step } while next <= due || next <= day
    return next
  }

  /// Whether an item is done, or skipped, until a day that has not come.
  func isDone(_ index: Int) -> Bool {
    let item = items[index]
    guard item.step != nil, let due = item.due else { return item.isChecked }
    guard let last = item.log.last, due > today else { return false }
    return Self.next(item, after: last.due, on: last.done) == due
  }

  func state(_ index: Int) -> ChecklistItem.State {
    guard isDone(index) else { return .open }
    return items[index].step != nil && items[index].log.last?.isSkipped == true ? .skipped : .done
  }

  /// The day that the program shows as due: what is done late is done for the last date that came.
  func shownDue(_ index: Int) -> Int? {
    let item = items[index]
    guard item.step != nil, isDone(index), let last = item.log.last else { return item.due }
    return Self.covered(item, last.due, on: last.done)
  }

  static func covered(_ item: Item, _ due: Int, on day: Int) -> Int {
    guard let step = item.step, day > due else { return due }
    return item.isWhenDone ? day : due + (day - due) / step * step
  }

  mutating func mark(_ index: Int, skipped isSkipped: Bool) {
    let item = items[index]
    guard item.step != nil, let due = item.due else {
      if !isSkipped { items[index].isChecked = true }
      return
    }
    if let last = item.log.last, isDone(index) {
      // Another word for the same time.
      if last.isSkipped != isSkipped {
        // What is skipped after all was so when it was done.
        let day = isSkipped ? last.done : today
        items[index].log[item.log.count - 1] =
          Entry(due: last.due, done: day, isSkipped: isSkipped)
        items[index].due = Self.next(item, after: last.due, on: day)
      }
      return
    }
    items[index].log.append(Entry(due: due, done: today, isSkipped: isSkipped))
    items[index].due = Self.next(item, after: due, on: today)
  }

  mutating func open(_ index: Int) {
    guard items[index].step != nil else {
      items[index].isChecked = false
      return
    }
    guard isDone(index), let last = items[index].log.popLast() else { return }
    items[index].due = last.due
  }
}

extension RoutineModel {
  private static func day(_ number: Int) -> String {
    CalendarDate(secondsSince2001: number * 86_400).isoDay
  }

  /// The items as a Markdown file, whose records stand below their lines or in any order.
  func markdown(_ random: inout SplitMix64) -> String {
    var text = ""
    for section in 0...1 {
      text += "## S\(section)\n\n"
      for item in items where item.section == section {
        func line(_ due: Int?, _ box: String, _ end: String) -> String {
          let rule =
            item.step.map { " 🔁 every \($0) days\(item.isWhenDone ? " when done" : "")" } ?? ""
          let lead = item.lead.flatMap { lead in due.map { " ⏳ \(Self.day($0 - lead))" } } ?? ""
          let date = due.map { " 📅 \(Self.day($0))" } ?? ""
          return "- [\(box)] \(item.name)\(rule)\(lead)\(date)\(end)\n"
        }
        text += line(item.due, item.isChecked ? "x" : " ", "")
        for entry in item.log.reversed() {
          let mark = entry.isSkipped ? "❌" : "✅"
          text += line(entry.due, entry.isSkipped ? "-" : "x", " \(mark) \(Self.day(entry.done))")
        }
      }
      text += "\nSome text.\n\n"
    }
    return text
  }

  /// The items as a todo.txt file, with the records at the end.
  func todoTxt() -> String {
    func line(_ item: Item, _ due: Int?, _ start: String, _ end: String) -> String {
      let rule = item.step.map { " rec:\(item.isWhenDone ? "" : "+")\($0)d" } ?? ""
      let lead = item.lead.flatMap { lead in due.map { " t:\(Self.day($0 - lead))" } } ?? ""
      return "\(start)\(item.name)\(due.map { " due:\(Self.day($0))" } ?? "")\(rule)\(lead)\(end)\n"
    }
    var text = items.map { line($0, $0.due, $0.isChecked ? "x " : "", "") }.joined()
    for item in items {
      for entry in item.log {
        text += line(
          item, entry.due, "x \(Self.day(entry.done)) ", entry.isSkipped ? " skipped:-" : "")
      }
    }
    return text
  }
}
