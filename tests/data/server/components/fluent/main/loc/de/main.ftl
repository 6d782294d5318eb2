-club = Segelclub
welcome = Willkommen!
members = { $count ->
    [one] Ein Mitglied
   *[other] { $anzahl } Mitglieder
}
button = Beitreten
    .label = Beitreten
plain = Plain text
