"""Lines by hand for the corpus: good ones, slips, cut words, wrong headings, and what is no order at all."""

from __future__ import annotations

BATTLE = """
give y1 northumberland
give y32 richard
give y36 norflok
give y99 richard
give y1
give richard
gvie y1 richard
give l5 oxford, l13 jasper
give l5 oxford; give l13 jasper
give culverins norfolk
give final charge to richard
give y1 richard, y1 norfolk
clear
clear array
array left norfolk, centre richard, right northumberland
array left norfolk
array left norfolk, left richard
array middle richard
array up richard
aray left oxford
array henry centre
deploy henry centre
array left jasper, centre henry, right oxford
array centre stanley
flee none
flee richard
flee nobody
flee richrad
flee henry if troops under 3
flee if outnumbered 3 to 1
run away
advance richard centre
center left
centre right
centre up
flank left
vanguard yes
vanguard maybe
vangaurd no
van no
order left, centre, right
order left, left
order left centre
hit oxford men-at-arms
absorb militia, longbowmen, men-at-arms, vassal, retinue
absorb militia
absorb milita, retinue
absorb retinue last
hits: militia, then longbowmen, retinue last
losses militia first
reroll all
reroll retinue only
valour: retinue only
reroll sometimes
charge yes
charge if they are fewer
final charge no
chrage no
culverins all
culverins none
culverins oxford
culverins york
guns all
standing culverins all
standing game flee none
standing round reroll all
standing turn reroll all
standing flee none once
standing charge yes if round over 1
standing charge yes unless round over 1 else none
standing
withdraw
withdraw flee
withdraw standing 1
withdraw standing 9
withdraw standing all
withdraw all
withdraw orders
never flee
always charge
never reroll retinue
flee none until friendly, at most 2
if it fails: flee all
else: flee none
card 1: march london
levy: done
march london
muster york
play none
hold blocked ford for richard
extend 24h
absent 2026-12-20 to 2027-01-03
zone Europe/Berln
help array
help vanguarrd
status
map
history 1
preview
mend slips
ok
now
again
attack at dawn
I would like my guns to fire, please
richard
; ; ;
# only a comment
flee none # because I am brave
flee none; reroll all; charge no
FLEE NONE
flee  none.
- flee none
flee: none
"flee none"
""".strip().splitlines()

BOARD = """
assign york
assign york march
asign york
give york
assign somerset, henry
assign nobody
muster york
muster yrok
muster York spend 1
muster somerset
muster
mustr march
assemble march
muster henry vi
muster henry
call warwick
parley london
parley londn
parley London spend 1
parley london spend 2
parley london spend three
parley ely by land
parley st albans
parley St. Albans
parley stalb
parley s
parley bury st edmunds
parley by land
parley sea
talk ely
negotiate cambridge +1
parley ely until friendly, at most 3
parley ely until friendly
parley ely until happy, at most 2
parley ely until friendly, at most 20
parley ely up to 3 times
parley ely until it succeeds, at most twice
parley ely until friendly, at most 3, spend 1
if it fails: levy troops
if it fails levy troops
if it fials: levy troops
if it succeeds: pass
if it cannot be done: go on
if london is friendly: march london
if london is friendly march london
if : pass
else go on
else: pass
otherwise pass
else
if it fails: if it fails: pass
levy troops
levy trops
levy troops from ely
levy vassal essex
levy vasal worcester spend 1
levy vassal
levy capability agitators
levy capability agitatros
levy capability
levy cap y12
levy lord march
levy lord somerset
levy carts
levy cart
levy ship
levy ships
levy everything
levy
recruit troops
loyalty march
lordship 2
done
doen
done please
finish
end levy
finished
plan york, march, york, march
plan york, march
plan york x2, pass x2
plan york, 3 pass
plan york, nobody, pass, pass
plan somerset, henry, somerset, henry
plan somerset x4
plan: pass x4
plan pass pass pass pass
pln york, march, york, march
plan
plan yrok, march, york, march
plan pass x7
programme warwick, pass, warwick, pass
march london
march lodnon
march london with all
march london alone
march london with york, march
march london wtih all
march
march north
march london ely
march ely, tax ely
march ely; tax ely
mrach ely
go ely
move to ely
walk to st albans with all
m ely
sail dover
sail dovr
sail north sea with all
sail english channel
sail
supply london
supply london ships
suply ely
supply ely, ludlow
resupply ludlow
forage
froage
forage ely
scavenge
tax london
tax london spend 1
tax none
tax lodnon
tax somerset
tax york london spend 1
collect taxes
tax
agitate cambridge
heralds warwick
heralds
merchants
exile ireland
exile none
exile all
exile york, march
pass
pas
pass pass
end card
stop
wait
play none
play sun in splendour
play parliaments truce
play Parliament's Truce
play parlament truce
play blocked ford
hold blocked ford for york
hold blocked ford
hold blockd ford for york
hold truce for york
hold flank attack at london
hold all
save blocked ford for henry
intercept none
intercept york
intercept with york at ely if they are fewer
intercept with york at ely if they are fewr
intercept york at ely if they are fewer else none
intercept if they are fewer else none
intercept unless outnumbered 2 to 1
intercept somerset alone
head off york
approach exile if outnumbered 2 to 1 else battle
approach: exile if outnumbered 2 to 1 else battle
approach battle
approach exile
approach retreat
flee if outnumbered 3 to 1
flee none
standing game flee if outnumbered 3 to 1
standing intercept none
standing intercept with york at ely if they are fewer else none
standing campaign intercept none
standing levy cancel no
standing card approach battle
standing round flee none
standing month flee none
standing march ely
standing cancel no once
standing game play none
standing pillage none
never pillage london
never pillage with york
never disband march
never disband
always intercept
never
pay all
pay none
pay from york first
pay: from york first
pay norfolk, shrewsbury
pay nrofolk
pillage york
pillage ely
disband none
disband york
feed from york first
share york march
share salisbury
return burgundy
return stay
spend 1
spend 4
spend lots
choose somerset
name london, ely, pembroke
keep london
lose 1 militia
restore york, lincoln
drop 2 york
discard none
discard flank attack
spoils 2 york
charity none
land dover
withdraw
withdraw card 2
withdraw card 9
withdraw levy
withdraw plan
withdraw orders
withdraw all
withdraw standing 1
withdraw standing 12
withdraw standing all
withdraw flee
withdraw intercept
withdraw nothing
wtihdraw orders
clear
clear plan
card 1: forage
card 1: forage; pass
card 2: march ely
card 2: marhc ely
card 2 forage ely
card 2 york: forage
card two: pass
2nd card: forage
2nd card march: forage
card 5: pass
card 9: pass
card 0: pass
card : pass
card 1:
card 1: levy troops
card 1: muster march
card 1: card 2: pass
card 1: standing flee none
card 1: hold truce for york
card 1: pass; forage
card 1: parley ely until friendly, at most 2
crad 1: pass
cards 1: pass
next card: pass
my card: pass
york's card: pass
levy: muster york; levy troops; done
levy: tax ely
levy: muster somerset
levy: done
levi: done
next levy: muster york
next levy: done; done
plan: york, pass, york, pass
campaign: forage
turn 3: pass
extend 24h
extend 2 weeks
extend
extned 24h
absent 2026-12-20 to 2027-01-03
absent next week
absent 2027-01-03 to 2026-12-20
absent none
present
zone Europe/Berlin
zone Europe/Berln
zone none
zone
help march
help marhc
help standing
help
help conditions
helpp
status
statsu
report
map
map ely
map nowhere
history
history 1
history 99
resend
preview
mend slips
mend slip
ok
now
again
report my position
hello
Dear moderator, many thanks for the game!
I surrender
york
ely
london london london
march to london with everybody and burn it down
march london but only if it is safe
march ely or london
march ely and tax it
please march ely
MARCH ELY
march  ely.
march ely!
march "ely"
- march ely
* march ely
1. march ely
> march ely
march: ely
march ely # to feed the men
march ely, with all, please
# only a comment
; ; ;
forage; forage; pass
forage, pass
forage pass
???
?
42
mârch ély
levy troops levy troops
tax ely spend 99
parley cambridge spend 3 by land until friendly, at most 2
""".strip().splitlines()
