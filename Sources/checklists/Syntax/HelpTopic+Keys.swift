import ChecklistScreen

/// The keys of the full screen.
extension HelpTopic {
  static let keys = HelpTopic(
    name: "keys", title: "Keys of the full-screen view", summary: "the keys of 'ui'",
    blocks: [
      .paragraph(
        "'checklists ui' shows the lists, and the items of one of them. Each change is saved at once, and 'u' "
          + "undoes it:")
    ]
      + KeyTable.groups.flatMap { group in
        [
          .paragraph("\(group.title):"),
          .terms(group.bindings.map { Term($0.names, $0.summary) }),
        ]
      } + [
        .paragraph("While you type a text:"),
        .terms(KeyTable.lineKeys.map { Term($0.keys, $0.summary) }),
      ])
}
