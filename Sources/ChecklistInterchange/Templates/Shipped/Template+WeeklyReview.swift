extension Template {
  /// What makes a week end in order and the next one begin with a plan.
  static let weeklyReview = Template(
    "Weekly review",
    #"""
    ---
    icon: Appointments
    ---

    # Weekly review

    ## Collect

    - [ ] Papers, receipts and notes lie in one place
    - [ ] Notes on the phone are gone through
    - [ ] Mail inbox is empty: answered, filed, or a task on a list
    - [ ] Messages that wait for an answer have one
    - [ ] Downloads and desktop are tidy
    - [ ] What is still on the mind is written down

      Two minutes with a blank page: what worries, what was promised, what was forgotten.

    ## Look back

    - [ ] Calendar of the last week: is something left to do?
    - [ ] What is done is checked
    - [ ] What went well, in one sentence
    - [ ] What did not, and what to change
    - [ ] Money: what was spent, which bills are open

    ## Look ahead

    - [ ] Calendar of the next two weeks: what has to be prepared?
    - [ ] Deadlines, journeys and birthdays of the next month
    - [ ] What others owe me: whom to remind
    - [ ] What I owe others: what to finish, or to say no to

    ## Projects

    - [ ] Each project has a next step that can be done in one go
    - [ ] Projects without a step this month are ended or put away
    - [ ] Ideas for someday: one to begin, some to delete

    ## Decide

    - [ ] The three things that must happen next week
    - [ ] They have a time in the calendar
    - [ ] One evening is free of plans
    - [ ] The first step of Monday is written down
    """#)
}
