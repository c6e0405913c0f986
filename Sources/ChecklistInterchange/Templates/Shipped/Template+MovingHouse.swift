extension Template {
  /// What a move needs, from two months before it to the first weeks in the new home.
  static let movingHouse = Template(
    "Moving house",
    #"""
    ---
    icon: Chores
    ---

    # Moving house

    ## Two months before

    - [ ] The new contract is signed
    - [ ] Notice is given on the old home, in writing

      Keep the confirmation. The notice period is in the contract.

    - [ ] The moving day is fixed, and free at work
    - [ ] Movers or a van are booked, after three offers
    - [ ] Helpers are asked
    - [ ] What does not come along is sold or given away

    ## One month before

    - [ ] Boxes, tape, paper and felt pens are there
    - [ ] Electricity, gas and water: ended there, begun here
    - [ ] Internet and phone are ordered for the new address

      It is what takes longest. Ask for the day.

    - [ ] Mail is forwarded from the moving day
    - [ ] School, kindergarten and doctors are told or found
    - [ ] The new rooms are measured: furniture, doors, stairs
    - [ ] What is not needed daily is packed: cellar, books, winter things

    ## Two weeks before

    - [ ] Parking in front of both houses is reserved
    - [ ] Neighbours in both houses know the day
    - [ ] Small repairs in the old flat are done
    - [ ] Bank, insurance and employer have the new address
    - [ ] Somebody looks after children and animals on the day

    ## The week before

    - [ ] Each box says its room and what is in it
    - [ ] A box for the first night is packed

      Sheets, towels, soap, toilet paper, a lamp, tools, chargers, coffee, something to eat.

    - [ ] Papers and valuables travel with you, not in the van
    - [ ] Freezer is empty and thawed
    - [ ] Furniture is taken apart, with its screws in bags tied to it
    - [ ] Keys of the new home are there

    ## The day

    - [ ] Food and drink for the helpers
    - [ ] Meters in the old flat are read and photographed
    - [ ] A last look: cellar, attic, mailbox, behind the doors
    - [ ] The old flat is handed over, with a signed record
    - [ ] All keys are given back, and counted in that record
    - [ ] Meters in the new home are read and photographed
    - [ ] Damage in the new home is photographed before furniture covers it

    ## The first weeks

    - [ ] Smoke detectors work
    - [ ] Where water, gas and power are turned off is known
    - [ ] Names are on the bell and the mailbox
    - [ ] The new address is registered with the authorities
    - [ ] Car, subscriptions and online shops have the new address
    - [ ] The deposit of the old flat has come back
    """#)
}
