extension Template {
  /// What is done in a shop each morning before the first customer.
  static let openingShop = Template(
    "Opening a shop",
    #"""
    ---
    icon: Chores
    ---

    # Opening a shop

    ## Coming in

    - [ ] Doors, locks and windows are as they were left

      If not, do not go in: call the police, then the manager.

    - [ ] Alarm is off
    - [ ] Lights, heating and ventilation are on
    - [ ] Messages and the notes of last evening are read
    - [ ] A walk through all rooms: water, smells, broken things

    ## Fresh goods and storage

    - [ ] Fridges and freezers have the right temperature, written down
    - [ ] Deliveries are checked against the note and put away
    - [ ] What is past its date is off the shelves
    - [ ] Fresh goods are laid out

    ## The shop floor

    - [ ] Floor is clean and dry, and aisles and emergency exits are free
    - [ ] Shelves are filled and faced
    - [ ] Prices and offers are those of today
    - [ ] Changing rooms, mirrors and glass are clean
    - [ ] Toilets are clean, with soap and paper
    - [ ] Entrance, pavement and windows are clean; snow and ice are gone

    ## Tills

    - [ ] Float is counted by two and signed
    - [ ] Tills and card terminals are on, and one payment was tried
    - [ ] Enough change, bags and receipt paper
    - [ ] Scales show zero

    ## People

    - [ ] All are there, or somebody stands in
    - [ ] It is clear who stands where, and when breaks are
    - [ ] Offers, orders to be collected and news of the day are told
    - [ ] First aid box and fire extinguishers are in their place

    ## Open

    - [ ] Music and screens are on
    - [ ] Signs and stands are outside
    - [ ] Door is unlocked on time, and the sign says open
    """#)
}
