/**
 * Words that mean much the same where people speak of tools: what is done, and to what. A word may stand in several rows.
 *
 * @module
 */

const rows = `
umbrella coat wear jacket outside outdoors tomorrow weekend weather forecast rain warm sunny
inform tell know write send message mail email boss manager colleague team reply answer
late delay inform message
wake alarm timer remind reminder minutes notify
far distance kilometres miles long route directions between
note notes jot thought idea fact remember recall told earlier
forget forgot remember recall stored
up online reachable working alive responding reached status url
happy angry sad mood feeling feel positive negative sentiment tone sounds
percent percentage average mean sum add subtract arithmetic calculate expression
altered tampered intact unchanged corrupted checksum
old age born birthday years ago since until between dates days
ring dial call phone video
memory bigger machines capacity instances replicas nodes scale traffic load busy
slow fast speed latency processes cpu
ill sick doctor physician hospital appointment health
safe danger dangerous together warn interactions
tired off holiday vacation leave days
job applicant application candidate cv resume hire vacancy
earn salary wage pay payroll employees
spent spend receipt expense company
newcomer joiner employee hire account create
fired left leaving departed revoke permissions access
quit leave revoke
contract sign signature agreement legal
law legal statute paragraph illegal rule
invention invented patent
study science scientific research publications paper papers
quote reference citation bibliography cite
copied stolen plagiarism elsewhere
tongue foreign abroad translate
caption captions subtitle subtitles film
louder quieter volume speaker music song
lamp bulb light dark dim bright
dirty dust clean vacuum floor robot
lawn grass garden water irrigation
tree leaf flower species plant
burglar camera security watch picture
thirsty hungry meal food eat dinner
gym sport exercise run jog training workout session
fat slim weight calories energy meal
pill tablet medicine medicines drug
boat harbour sea tide water
smoke dust smog air ozone breathe
sleep bed hotel room night
abroad trip travel fly flight airline
platform rails train station railway
hire car vehicle pick
stay overnight room hotel
hacker attack malware virus infected virus viruses
open ports port exposed tcp host
expire expires expiry expiring certificate renew
domain registrar registered whois
name host ip resolve dns
shorter brief short link url forward
barcode square qr encode
slides presentation talk pitch deck outline
sheet spreadsheet cells formula workbook table
form fields fill enter blank
stick glue join merge one combine
shelf stock warehouse pieces inventory supplier
postage stamp label parcel package
voucher discount code coupon sale cheaper
monthly recurring subscription plan
opinion questionnaire survey answers poll
tweet publish public network social media followers
later schedule publish timetable
again repeatedly every timetable cron regularly
helper assistant sub agent delegate spawn
human user person ask question reply
checklist todo task item shopping list buy
crash crashed broken failure error log logs lines
newest latest recent lines log
night emergency oncall engineer alert threshold metric
somebody handling care outage incident acknowledge
leaked stolen key secret password rotate replace
guess guessable random password string
secret unreadable scramble encrypt protect key
blame guilty culprit last changed line
story past history commits log
unsaved staged record commit
tidy indent spaces formatter reformat
library package dependency install manager
column columns fields types table describe
rows select sql ask query database data
upgrade schema migration pending apply
comma csv spreadsheet import load rows
placeholder template fill values render
valid invalid wellformed schema xml
add create make new insert put append compose draft generate build start begin open establish
begin start launch initiate open kick boot run
delete remove erase clear drop wipe purge destroy discard trash
cancel abort revoke withdraw undo rescind
stop end kill terminate halt quit abort cease shutdown
change edit modify update alter adjust amend revise set replace patch correct fix
replace swap substitute exchange rotate renew
find search look lookup locate seek discover query hunt google browse
get fetch retrieve obtain download load pull read receive
show list display view see print enumerate tell reveal present give
read view inside content contents text document
check verify validate test inspect examine confirm ensure audit prove
compare diff difference versus contrast changed
count number many amount quantity total tally pieces units
compute calculate evaluate arithmetic math times plus minus sum multiply divide product
measure long duration elapsed latency milliseconds
convert transform turn translate change exchange
copy duplicate clone replicate backup save dump
save store keep record remember write persist
send deliver mail post forward dispatch transmit email
publish release post upload share announce ship deploy
deploy release rollout roll ship production launch
rollback revert return undo previous before back restore
move rename relocate transfer shift
join merge combine unite concatenate together single
split cut divide separate trim crop clip slice
compress zip pack archive smaller shrink tarball gzip bundle
extract unzip unpack decompress expand archive tarball
shrink resize scale smaller larger enlarge dimensions width height
execute run launch perform command terminal shell console
schedule plan arrange timetable cron recurring repeat every nightly daily periodically regularly
notify alert warn inform tell remind ping message notice
reserve book hire rent ticket tickets booking reservation
buy purchase order pay procure shop
pay bill charge invoice payment money salary wage payroll
refund reimburse reimbursed return money back payback expense
cost price rate value worth quote trading
money cash currency euro euros dollar dollars pound pounds yen coin funds
share shares stock stocks equity ticker market trading
ask question inquire request enquire
approve accept acknowledge confirm agree
allow grant permit access permission right
protect encrypt secure lock cipher
lock bolt close door key
hide conceal redact mask
key secret password passphrase credential token login
login password account user credential signin sign
account user member employee colleague person staff profile
person people human contact somebody individual participant attendee
contact address phone telephone number
phone telephone mobile cell cellphone sms call
text sms message mobile
mail email mailbox inbox letter mails emails
message chat post note dm
meeting appointment event conference call calendar
calendar appointment appointments agenda event events meeting diary
visit appointment doctor physician
reminder remind notify later
conference meeting online video webinar join
free available availability vacant open
slot time window available
vacation leave holiday holidays
date day days calendar when
time hour clock minute
night evening dark sunset dusk
morning sunrise dawn
sun daylight dark light sunset sunrise
weather forecast rain raining snow sunny temperature climate storm wind
temperature cold warm hot heat heating degrees thermostat celsius
air pollution polluted smog ozone particulate quality
outside outdoor outdoors air
place location spot position venue here nearby around
location coordinates latitude longitude gps geocode address
route directions drive way navigate distance walk journey
journey trip travel route connection trip
train railway rail station
plane flight airline airplane aeroplane airport fly
hotel room stay lodging accommodation night nights
car vehicle automobile auto drive taxi
parcel package shipment shipping delivery courier delivered
track follow trace where
warehouse inventory stock depot left
supplier vendor provider
product item goods article sku merchandise
customer client buyer purchaser
discount coupon voucher promo
receipt invoice bill voucher
food meal dish pizza dinner lunch eat restaurant
cook recipe dish ingredient ingredients bake
restaurant cafe diner eat
calorie energy nutrient diet
medicine medicines drug drugs medication pill pills
garden plant flower water irrigate
music song jazz playlist album tune audio
sound audio soundtrack voice mp3 song
speech voice spoken talk aloud speak say words
transcribe dictation speech written
aloud speak speech voice read
image picture photo photograph drawing graphic illustration
draw paint sketch illustrate plot render generate
chart graph plot diagram bar pie
video movie film clip footage
capture screenshot snapshot grab
see seen look describe view
background behind backdrop transparent
scan scanned ocr recognize
words text wording
word text term
language german french english spanish italian chinese japanese tongue
translate say german french english spanish interpret
summary gist summarize brief short outline digest abstract overview tldr
spelling typo typos misspelled mistake grammar
mistake error bug defect fault problem problems failure issue
document report paper article file text
file document attachment
folder directory dir
disk drive storage space hard
full space free usage capacity
checksum digest hash fingerprint integrity sha md5
process program programs task application app
memory ram heap
hung stuck frozen unresponsive running
code source sources program script
style format indentation lint tidy beautify pretty
test tests spec specs unit suite pass
library dependency package module
line lines row
who author owner blame wrote whoever
own owns owner registered belongs
wrote write author changed
revision commit version history change
commit staged changes modifications save
branch fork trunk main
history log previous past earlier
log logs output printed print lately
modification modifications change changes edit
merge land integrate pull approved
review comment approve feedback
ticket issue bug report helpdesk support
helpdesk support service
incident outage down downtime failure
down unreachable offline broken reach reached reachable
site website web page url link domain homepage
internet web online google
link url address
server host machine computer
network ip address dns
ip address resolve
domain registered registrar owns
packet ping round trip
certificate cert tls ssl https
expire expires expiry ends valid
port tcp socket
database postgres mysql sql sqlite db
select query sql rows
column columns field table
schema migration structure
spreadsheet csv excel workbook sheet table export
import load ingest
slides presentation deck powerpoint talk
pdf document acrobat
sign signature contract
virus viruses malware trojan infected
traffic load requests
replica replicas node nodes instance instances cluster
metric cpu threshold percent
random guess random
delegate helper agent assistant subagent worker
helper agent assistant
forgot forgotten lost reset
leaked compromised exposed stolen
colleague employee staff coworker hire
job task work
boss manager
equation solve algebra unknown
miles kilometres kilometers metres meters feet inches pounds kilograms litres gallons unit units length weight volume
lamp light bulb
robot vacuum clean
camera security picture
social tweet post network
survey questionnaire poll answers
science paper papers publication publications research
law statute legal paragraph
fact information knowledge
template placeholder fill
barcode qr code
positive negative mood sentiment
clean tidy sweep
difference between days weeks
wait delay pause sleep
`

/** By word: the numbers of its rows. */
export type Thesaurus = ReadonlyMap<string, readonly number[]>

export function readThesaurus(stem: (word: string) => string): Thesaurus {
  const meanings = new Map<string, number[]>()
  for (const [row, words] of rows.trim().split('\n').entries())
    for (const word of new Set(words.split(' ').map(stem))) {
      const known = meanings.get(word)
      if (known) known.push(row)
      else meanings.set(word, [row])
    }
  return meanings
}
