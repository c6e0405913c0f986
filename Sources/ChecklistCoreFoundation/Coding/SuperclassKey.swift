/// The key under which a class encodes its superclass unless it chooses another.
enum SuperclassKey: String, CodingKey {
  case superclass = "super"
}
