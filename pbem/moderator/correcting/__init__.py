"""Games put right: letters replaced and carried out again, moves taken back and given back, rulings."""
