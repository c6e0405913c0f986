import ChecklistCore
import Foundation

extension ChecklistDocument {
  /// A document of one list, the same at every run.
  ///
  /// Every item has a text of its own and the dates that the program gives; every third is checked,
  /// every fifth is due, every tenth has a note, every eighth text is not ASCII.
  ///
  /// - Parameter itemCount: how many items the list has.
  init(itemCount: Int) {
    self.init()
    let start = Date(timeIntervalSinceReferenceDate: 801_234_567.890625)
    let texts = [
      "Water the plants", "Pay the rent for", "Call the plumber about tap", "Milk, bread and eggs",
      "Bücher zurückbringen", "Pack socks", "Answer the letter of", "Sun glasses",
    ]
    var list = Checklist("Benchmark", id: 1)
    list.items = (0..<itemCount).map { number in
      let made = start.addingTimeInterval(Double(number))
      var item = ChecklistItem(
        "\(texts[number % texts.count]) \(number)",
        due: number.isMultiple(of: 5) ? .moment(made.addingTimeInterval(86_400)) : nil,
        note: number.isMultiple(of: 10) ? "Ask again before \(number)" : nil,
        id: Int(truncatingIfNeeded: UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15 >> 1), now: made)
      if number.isMultiple(of: 3) { item.setChecked(true, now: made.addingTimeInterval(3600)) }
      return item
    }
    checklists = [list]
  }

  /// How many items all lists have.
  var itemCount: Int { checklists.reduce(0) { $0 + $1.items.count } }
}
