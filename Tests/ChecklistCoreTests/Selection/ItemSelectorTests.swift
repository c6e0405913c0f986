import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct ItemSelectorTests {
  private func list(_ texts: [String]) -> Checklist {
    var list = Checklist("List")
    list.items = texts.enumerated().map { index, text in
      ChecklistItem(text, id: index + 1, now: Date(timeIntervalSinceReferenceDate: 0))
    }
    return list
  }

  @Test(
    arguments: [
      ("milk", "Oat milk, 2 l", true), ("MI", "Oat milk, 2 l", true),
      ("oat mi", "Oat milk, 2 l", true), ("milk, 2", "Oat milk, 2 l", true),
      ("l", "Oat milk, 2 l", true), ("ilk", "Oat milk, 2 l", false),
      ("at milk", "Oat milk, 2 l", false), ("oat 2", "Oat milk, 2 l", false),
      (",", "Oat milk, 2 l", false), ("-", "Buy-in - list", false), ("in", "Buy-in - list", true),
      ("in - l", "Buy-in - list", true), ("- list", "Buy-in - list", true),
      ("n - l", "Buy-in - list", false), ("", "x", false), ("x", "", false),
      // The first place where it is need not be the right one, nor one that it overlaps.
      ("an", "banana and rice", true), ("nan", "bananana", false), ("a-a-b", "xa-a-a-b", true),
      ("a-a-b", "xa-a-b", false), ("aa", "baa aa", true),
      ("c++", "Learn C++", true), ("+", "Learn C++", false), ("'re", "you're", true),
      ("b", "a_b", true), ("2", "v1.2", true), ("2", "v12", false),
      // Case and accents as everywhere.
      ("äpf", "Zwei Äpfel", true), ("apf", "Zwei Äpfel", false), ("fel", "Zwei Äpfel", false),
      ("caf\u{E9}", "Das Cafe\u{301}", true), ("strass", "Lange Straße", true),
      ("молоко", "Купить молоко", true), ("локо", "Купить молоко", false),
      ("우유", "신선한 우유", true), ("유", "신선한 우유", false), ("חלב", "לקנות חלב", true),
      ("दूध", "ताज़ा दूध", true),
      // Scripts without spaces between words.
      ("牛奶", "买牛奶", true), ("奶", "买牛奶", true), ("買う", "ご飯を買う", true),
      ("タワー", "東京タワー", true), ("tower", "東京Tower", true), ("ower", "東京Tower", false),
      ("นม", "ซื้อนม", true), ("買う", "iPhone買う", true), ("牛", "买牛奶", true),
      // An emoji is a word by itself.
      ("🥛", "🥛", true), ("🥛", "Milk🥛", true), ("drink", "🥛 Drink", true),
      ("👍", "👍🏽", false), ("✓", "✓ done", true),
      // What has no word is only found as the whole text.
      ("-", "-", true), ("--", "-", false), ("…", "…", true), ("?!", "?!", true),
    ] as [(String, String, Bool)])
  func `a text is found from the beginning of a word on`(
    wanted: String, text: String, isFound: Bool
  ) {
    #expect(SearchText(wanted).isFoundAsWords(in: text) == isFound)
  }

  @Test func `an exact text wins in a change, and a view shows all`() throws {
    let list = list(["Oat milk", "Milk", "Milkshake", "-", "1-0"])
    #expect(try ItemResolver.noon.positions(of: ["milk"], in: list) == [1])
    #expect(
      try ItemResolver.noon.positions(of: ["milk"], in: list, allowsSeveral: true) == [0, 1, 2])
    #expect(try ItemResolver.noon.positions(of: ["-"], in: list) == [3])
    #expect(try ItemResolver.noon.positions(of: ["text:1-0"], in: list) == [4])
    let error = #expect(throws: SelectorError.self) {
      try ItemResolver.noon.positions(of: ["mil"], in: list)
    }
    #expect(error?.kind == .ambiguous)
    #expect(error?.candidates.map(\.label) == ["1 Oat milk", "2 Milk", "3 Milkshake"])
  }

  @Test func `a dash among numbers selects nothing`() {
    let list = list(["Milk", "Buy-in", "Bread"])
    let error = #expect(throws: SelectorError.self) {
      try ItemResolver.noon.positions(of: ["1", "-", "3"], in: list)
    }
    #expect(error?.kind == .noMatch)
    #expect(error?.message == "no item of 'List' matches '-'")
  }

  @Test(arguments: ["0", "0-1", "1-0", "00-0"])
  func `items are numbered from 1, at both ends of a range`(argument: String) {
    let error = #expect(throws: SelectorError.self) { try ItemSelector.parse(argument) }
    #expect(error?.kind == .syntax)
    #expect(error?.message == "'\(argument)' is not an item number: items are numbered from 1")
  }
}
