extension String {
  /// A text in upper case without the accents of its letters.
  ///
  /// An accent is one of the combining marks that Latin, Greek and Cyrillic letters have. Those of
  /// other scripts make other letters, as the marks that make が of か, and stay.
  ///
  /// - Returns: The text; what is composed and what is decomposed become the same.
  func withoutAccents() -> String {
    // In bytes, since a string takes several times as long to append to.
    var bare: [UInt8] = []
    bare.reserveCapacity(utf8.count)
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      // A mark on what is no letter makes another sign: ≠ is not =.
      if accents.contains(scalar), last?.properties.isAlphabetic == true { continue }
      let letter = scalar.isASCII ? scalar : bareLetters[scalar] ?? scalar
      bare.append(contentsOf: UTF8.encode(letter) ?? UTF8.encodedReplacementCharacter)
      last = letter
    }
    return String(decoding: bare, as: UTF8.self)
  }
}

/// The block "Combining Diacritical Marks" of Unicode.
private let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

/// For each composed capital letter the letter that it has without its accents.
private let bareLetters: [Unicode.Scalar: Unicode.Scalar] = {
  var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
  for row in composedLetters.unicodeScalars.split(separator: "\n") {
    for letter in row.dropFirst() { letters[letter] = row[row.startIndex] }
  }
  return letters
}()

/// Each letter and what Unicode composes of it and accents.
///
/// The standard library decomposes texts without saying how, ICU and Foundation would say it but
/// are large, and this is short. A test compares it with Foundation.
private let composedLetters = """
  AÀÁÂÃÄÅĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶÅ
  BḂḄḆ
  CÇĆĈĊČḈ
  DĎḊḌḎḐḒ
  EÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ
  FḞ
  GĜĞĠĢǦǴḠ
  HĤȞḢḤḦḨḪ
  IÌÍÎÏĨĪĬĮİǏȈȊḬḮỈỊ
  JĴ
  KĶǨḰḲḴ
  LĹĻĽḶḸḺḼ
  MḾṀṂ
  NÑŃŅŇǸṄṆṈṊ
  OÒÓÔÕÖŌŎŐƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢ
  PṔṖ
  RŔŖŘȐȒṘṚṜṞ
  SŚŜŞŠȘṠṢṤṦṨ
  TŢŤȚṪṬṮṰ
  UÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ
  VṼṾ
  WŴẀẂẄẆẈ
  XẊẌ
  YÝŶŸȲẎỲỴỶỸ
  ZŹŻŽẐẒẔ
  ÆǢǼ
  ØǾ
  ƷǮ
  ΑΆἈἉἊἋἌἍἎἏᾸᾹᾺΆ
  ΕΈἘἙἚἛἜἝῈΈ
  ΗΉἨἩἪἫἬἭἮἯῊΉ
  ΙΊΪἸἹἺἻἼἽἾἿῘῙῚΊ
  ΟΌὈὉὊὋὌὍῸΌ
  ΡῬ
  ΥΎΫὙὛὝὟῨῩῪΎ
  ΩΏὨὩὪὫὬὭὮὯῺΏ
  ϒϓϔ
  ІЇ
  АӐӒ
  ГЃ
  ЕЀЁӖ
  ЖӁӜ
  ЗӞ
  ИЍЙӢӤ
  КЌ
  ОӦ
  УЎӮӰӲ
  ЧӴ
  ЫӸ
  ЭӬ
  ѴѶ
  ӘӚ
  ӨӪ
  """
