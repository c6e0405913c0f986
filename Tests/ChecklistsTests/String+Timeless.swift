extension String {
  /// The text without the moments and the lengths of time that the report of a run has.
  var timeless: String {
    replacing(/(in|took|after|takes) \d+ (s|min|h)( \d+ (s|min))?/) { "\($0.output.1) TIME" }
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "DAY")
      .replacing(/since \w+ \d\d:\d\d/, with: "since DAY")
      .replacing(/[ ]{2}\d\d:\d\d/, with: "  DAY")
  }
}
