import ChecklistCore
import Foundation

struct Book: Equatable {
  var title: String
  var pages: Int
  var finished: Date?
  var rating: Rating?
}

enum Rating: Int, KeyedArchiveValue {
  case poor = 1
  case good = 2
  case great = 3
}

extension Book: KeyedCoding {
  static let archivedClassName = "Library.Book"

  init(from unarchiver: inout KeyedUnarchiver) throws(ArchiveError) {
    title = try unarchiver.decode(String.self, forKey: "title")
    pages = try unarchiver.decode(Int.self, forKey: "pages")
    finished = try unarchiver.decodeIfPresent(Date.self, forKey: "finished")
    rating = try unarchiver.decodeIfPresent(Rating.self, forKey: "rating")
  }

  func encode(to archiver: inout KeyedArchiver) throws(ArchiveError) {
    try archiver.encode(title, forKey: "title")
    try archiver.encode(pages, forKey: "pages")
    try archiver.encode(finished, forKey: "finished")
    try archiver.encodeIfPresent(rating, forKey: "rating")
  }
}

// Archive books, and read them back.

let books = [
  Book(title: "Middlemarch", pages: 880, finished: Date(), rating: .great),
  Book(title: "Ulysses", pages: 730),
]
let file = URL(filePath: "Books.archive")
let archive = try KeyedArchiver.archivedData(of: books)
try Data(archive).write(to: file, options: .atomic)

let bytes = [UInt8](try Data(contentsOf: file))
let booksAgain = try KeyedUnarchiver.unarchived([Book].self, from: bytes)
print("The same books: \(booksAgain == books)")

// Read the same file with Foundation.

final class FoundationBook: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let title: String
  let pages: Int
  let finished: Date?
  let rating: Int

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = title as String
    pages = coder.decodeInteger(forKey: "pages")
    finished = coder.decodeObject(of: NSDate.self, forKey: "finished") as Date?
    rating = coder.decodeInteger(forKey: "rating")
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(pages, forKey: "pages")
    coder.encode(finished, forKey: "finished")
    if rating != 0 { coder.encode(rating, forKey: "rating") }
  }
}

NSKeyedUnarchiver.setClass(FoundationBook.self, forClassName: Book.archivedClassName)
let found = try NSKeyedUnarchiver.unarchivedObject(
  ofClasses: [NSArray.self, FoundationBook.self], from: Data(contentsOf: file))
for book in found as? [FoundationBook] ?? [] {
  let state = book.finished == nil ? "not finished" : "finished"
  print("Foundation: \(book.title), \(book.pages) pages, \(state), rating \(book.rating)")
}
