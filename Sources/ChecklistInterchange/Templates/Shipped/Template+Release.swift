extension Template {
  /// What a release of software needs, from its plan to the days after it.
  static let release = Template(
    "Release",
    #"""
    ---
    icon: Folder
    ---

    # Release

    ## Decide

    - [ ] What goes in is settled, and the rest is moved to the next milestone
    - [ ] The version number says what changed

      With semantic versions: major breaks users, minor is new, patch repairs.

    - [ ] Who releases, and who can take over, is clear
    - [ ] The day leaves time to repair: not the evening before a holiday

    ## Prepare

    - [ ] Everything that goes in is merged
    - [ ] Dependencies are up to date, and none has a known vulnerability
    - [ ] Release notes are written for users

      What is new, what was repaired, what they must do. With thanks to those who helped.

    - [ ] What breaks is described, with the way to move over
    - [ ] Documentation shows what the new version does
    - [ ] The version number is set wherever it stands
    - [ ] Licences and years are right

    ## Check

    - [ ] All tests pass on a clean checkout, on every platform
    - [ ] The package was built as it will be published
    - [ ] That package installs and starts on a machine that never had it
    - [ ] An upgrade from the last version keeps data and settings
    - [ ] Going back to the last version works, or the notes say that it does not
    - [ ] Speed and size are close to those of the last version
    - [ ] Somebody else has read the release notes

    ## Publish

    - [ ] The commit is tagged, and the tag is signed
    - [ ] The packages are built from the tag
    - [ ] Checksums or signatures lie beside them
    - [ ] The packages are uploaded
    - [ ] What was uploaded was downloaded again, and it runs
    - [ ] The new documentation is online

    ## Tell

    - [ ] The release notes are public, and link to the packages
    - [ ] Users were told where they read: mailing list, forum, feed
    - [ ] Support knows what is new and what to expect
    - [ ] Those who reported bugs know that they are fixed

    ## In the days after

    - [ ] Error reports and downloads were looked at on the first day
    - [ ] The milestone is closed
    - [ ] The version number in the sources is that of the next one
    - [ ] What went badly is noted, and this list is better for it
    """#)
}
