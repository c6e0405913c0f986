extension Template {
  /// What to do while a service is down, and after it.
  static let incident = Template(
    "Incident",
    #"""
    ---
    icon: Inbox
    ---

    # Incident

    ## The first minutes

    - [ ] Say that you have it: who answers, since when
    - [ ] See for yourself what users see

      An alert can be wrong, and so can the first report.

    - [ ] Say how bad it is: who is affected, how many, is data or money lost?
    - [ ] Open one channel for all who work on it, and one document with times
    - [ ] Name who leads, who repairs, who tells others

      Three people if there are three. Who leads does not type commands.

    - [ ] Get help early: call whoever knows the part that fails

    ## Stop the harm

    - [ ] What was changed last? Deployments, settings, certificates, traffic
    - [ ] If somebody broke in, keep the traces and call security

      Do not shut machines down or delete anything: cut them off from the network.

    - [ ] If data is being damaged, stop the writes
    - [ ] Take the last change back, and look for the cause later
    - [ ] Keep logs and graphs that will soon be gone
    - [ ] One change at a time, each said before it is made

    ## Tell

    - [ ] Status page: what does not work, since when, when the next update comes
    - [ ] Support and management know the same
    - [ ] News at the time that was promised, also when nothing is new
    - [ ] Hand over after some hours, with a written summary

    ## Is it over?

    - [ ] Users see that it works, not only the graphs
    - [ ] Queues, backups and nightly jobs have caught up
    - [ ] Temporary repairs are written down, each with somebody who removes it
    - [ ] Watch it for as long as it took to break
    - [ ] Status page: it is over, from when to when
    - [ ] Thank the helpers, and send them to rest

    ## Within a week

    - [ ] Timeline from the document, the logs and the chat
    - [ ] Causes: what made it possible, what made it last

      How, not who. People did what made sense to them then.

    - [ ] What would have shown it sooner, and ended it sooner
    - [ ] Few actions, each with a name and a day
    - [ ] Notify everyone who has to know: customers, partners, authorities

      Lost personal data has short deadlines, often 72 hours from the moment when it was noticed.

    - [ ] The report is public as far as possible, and this list is better for it
    """#)
}
