-club = Jachtklub
welcome = Vítejte v { -club }
plain = Prostý text
extra = Navíc
