# The name of the club
-club = Sailing club

welcome = Welcome to { -club }!
members = { $count ->
    [one] One member
   *[other] { $count } members
}
button = Join
    .title = Join the { -club }
multi =
    First line
    second line
plain = Plain text
