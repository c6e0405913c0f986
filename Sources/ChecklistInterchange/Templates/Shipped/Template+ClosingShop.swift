extension Template {
  /// What is done in a shop each evening after the last customer.
  static let closingShop = Template(
    "Closing a shop",
    #"""
    ---
    icon: Chores
    ---

    # Closing a shop

    ## The last customers

    - [ ] Customers were told in good time, 15 minutes before
    - [ ] Signs and stands are inside
    - [ ] Changing rooms and toilets are empty
    - [ ] Door is locked, and the sign says closed

    ## Tills

    - [ ] Money is counted by two, away from the window
    - [ ] Card terminals are closed for the day, and their slips are there
    - [ ] Sum agrees with the till's report; a difference is noted
    - [ ] Float for tomorrow is put aside
    - [ ] Takings are in the safe, with the record signed
    - [ ] Tills are open and empty, so that all can see it

    ## Goods

    - [ ] Fresh goods are cooled, reduced, given away or thrown away, and written down
    - [ ] Fridges and freezers are closed and have the right temperature
    - [ ] Gaps on the shelves are noted for the next order
    - [ ] Orders that customers fetch tomorrow are ready
    - [ ] Things left behind are in the lost property box, with the date

    ## Cleaning

    - [ ] Rubbish and cardboard are out
    - [ ] Counters, tills and scales are wiped
    - [ ] Floor is swept and mopped
    - [ ] Staff room and kitchen are tidy, and nothing is left on or open

    ## Leaving

    - [ ] A note for the morning: what is broken, missing or promised
    - [ ] Machines, music, screens and stove are off
    - [ ] Heating and lights are as they should be at night
    - [ ] Windows, back door and delivery door are locked
    - [ ] A walk through all rooms: nobody is left inside
    - [ ] Alarm is on
    - [ ] Front door is locked and tried
    """#)
}
