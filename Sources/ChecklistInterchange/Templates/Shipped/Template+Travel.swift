extension Template {
  /// What to do and to pack before a journey of a week or two.
  static let travel = Template(
    "Travel",
    #"""
    ---
    icon: Trips
    ---

    # Travel

    ## Weeks before

    - [ ] Passport or identity card is valid

      Many countries want six months beyond the journey. A new one can take weeks.

    - [ ] Visa or entry permit, if one is needed
    - [ ] Vaccinations
    - [ ] Insurance: health abroad, cancellation
    - [ ] Tickets and rooms are booked
    - [ ] Leave is agreed at work
    - [ ] Somebody looks after plants, animals and the mailbox

    ## Papers and money

    - [ ] Passport or identity card
    - [ ] Tickets and bookings, also without a network

      On paper, or saved on the phone.

    - [ ] Bank cards, two of them, kept apart
    - [ ] Some cash of the country
    - [ ] Health insurance card
    - [ ] Driving licence
    - [ ] Copies of the papers, kept apart from the originals

    ## Clothes

    - [ ] Underwear and socks, one of each for every day, up to seven
    - [ ] Shirts and tops
    - [ ] Trousers, skirts or dresses
    - [ ] Something warm
    - [ ] Rain jacket
    - [ ] Comfortable shoes, already worn in
    - [ ] Nightwear
    - [ ] Swimwear
    - [ ] Hat and sunglasses

    ## Wash bag

    - [ ] Toothbrush and toothpaste
    - [ ] Soap, shampoo and deodorant

      Hand luggage on a plane often takes only bottles of up to 100 ml, in one clear bag.

    - [ ] Razor, comb, hair ties
    - [ ] Sun cream
    - [ ] Glasses or contact lenses, and spare ones

    ## Medicine

    - [ ] Own medicine for the whole journey and three days more

      In the hand luggage, with the prescription.

    - [ ] Plasters and painkillers

    ## Electronics

    - [ ] Phone and charger
    - [ ] Power bank, in the hand luggage
    - [ ] Plug adapter
    - [ ] Headphones
    - [ ] Maps and tickets are on the phone, and roaming is settled

    ## Before the door closes

    - [ ] Rubbish is out, and food that spoils is gone
    - [ ] Heating is turned down; water and stove are off
    - [ ] Windows are closed
    - [ ] Passport, phone and wallet are at hand

      Whatever else is missing can be bought.

    - [ ] Door is locked, and somebody has a key
    """#)
}
