// Airports of the world: code, latitude, longitude, rank (3: a hub for flights between continents, 2: large,
// 1: regional) and city. Positions are rounded to a tenth of a degree: for drawing and for plausible times, not
// for flying. Which of them are joined by flights is decided by a rule, in flights.ts.
const TABLE = `
ATL 33.6 -84.4 3 Atlanta
JFK 40.6 -73.8 3 New York
EWR 40.7 -74.2 2 Newark
BOS 42.4 -71.0 2 Boston
IAD 38.9 -77.5 2 Washington
PHL 39.9 -75.2 1 Philadelphia
CLT 35.2 -80.9 2 Charlotte
MIA 25.8 -80.3 3 Miami
MCO 28.4 -81.3 1 Orlando
TPA 28.0 -82.5 1 Tampa
BNA 36.1 -86.7 1 Nashville
MSY 30.0 -90.3 1 New Orleans
ORD 42.0 -87.9 3 Chicago
DTW 42.2 -83.4 2 Detroit
MSP 44.9 -93.2 2 Minneapolis
STL 38.7 -90.4 1 St. Louis
MCI 39.3 -94.7 1 Kansas City
PIT 40.5 -80.2 1 Pittsburgh
CLE 41.4 -81.8 1 Cleveland
DFW 32.9 -97.0 3 Dallas
IAH 30.0 -95.3 2 Houston
AUS 30.2 -97.7 1 Austin
DEN 39.9 -104.7 2 Denver
SLC 40.8 -112.0 1 Salt Lake City
ABQ 35.0 -106.6 1 Albuquerque
PHX 33.4 -112.0 2 Phoenix
LAS 36.1 -115.2 2 Las Vegas
LAX 33.9 -118.4 3 Los Angeles
SAN 32.7 -117.2 1 San Diego
SFO 37.6 -122.4 3 San Francisco
PDX 45.6 -122.6 1 Portland
SEA 47.4 -122.3 2 Seattle
BOI 43.6 -116.2 1 Boise
BIL 45.8 -108.5 1 Billings
OMA 41.3 -95.9 1 Omaha
ANC 61.2 -150.0 2 Anchorage
FAI 64.8 -147.9 1 Fairbanks
JNU 58.4 -134.6 1 Juneau
HNL 21.3 -157.9 2 Honolulu
OGG 20.9 -156.4 1 Kahului
YYZ 43.7 -79.6 3 Toronto
YUL 45.5 -73.7 2 Montreal
YOW 45.3 -75.7 1 Ottawa
YQB 46.8 -71.4 1 Quebec
YHZ 44.9 -63.5 1 Halifax
YYT 47.6 -52.8 1 St. John's
YWG 49.9 -97.2 1 Winnipeg
YQR 50.4 -104.7 1 Regina
YEG 53.3 -113.6 1 Edmonton
YYC 51.1 -114.0 2 Calgary
YVR 49.2 -123.2 2 Vancouver
YXY 60.7 -135.1 1 Whitehorse
YZF 62.5 -114.4 1 Yellowknife
YFB 63.8 -68.6 1 Iqaluit
GOH 64.2 -51.7 1 Nuuk
MEX 19.4 -99.1 3 Mexico City
GDL 20.5 -103.3 1 Guadalajara
MTY 25.8 -100.1 1 Monterrey
TIJ 32.5 -117.0 1 Tijuana
CUN 21.0 -86.9 2 Cancun
MID 20.9 -89.7 1 Merida
SJD 23.2 -109.7 1 Los Cabos
GUA 14.6 -90.5 1 Guatemala City
SAL 13.4 -89.1 1 San Salvador
TGU 14.1 -87.2 1 Tegucigalpa
MGA 12.1 -86.2 1 Managua
SJO 10.0 -84.2 1 San Jose
PTY 9.1 -79.4 2 Panama City
HAV 23.0 -82.4 1 Havana
NAS 25.0 -77.5 1 Nassau
KIN 17.9 -76.8 1 Kingston
SDQ 18.4 -69.7 1 Santo Domingo
PAP 18.6 -72.3 1 Port-au-Prince
SJU 18.4 -66.0 1 San Juan
BGI 13.1 -59.5 1 Bridgetown
POS 10.6 -61.3 1 Port of Spain
BOG 4.7 -74.1 2 Bogota
MDE 6.2 -75.4 1 Medellin
CLO 3.5 -76.4 1 Cali
CCS 10.6 -67.0 1 Caracas
GEO 6.5 -58.3 1 Georgetown
PBM 5.5 -55.2 1 Paramaribo
CAY 4.8 -52.4 1 Cayenne
UIO -0.1 -78.4 1 Quito
GYE -2.2 -79.9 1 Guayaquil
GPS -0.5 -90.3 1 Galapagos
LIM -12.0 -77.1 2 Lima
CUZ -13.5 -71.9 1 Cusco
IQT -3.8 -73.3 1 Iquitos
VVI -17.6 -63.1 1 Santa Cruz
LPB -16.5 -68.2 1 La Paz
SCL -33.4 -70.8 2 Santiago
ANF -23.4 -70.4 1 Antofagasta
PMC -41.4 -73.1 1 Puerto Montt
PUQ -53.0 -70.9 1 Punta Arenas
IPC -27.2 -109.4 1 Easter Island
EZE -34.8 -58.5 3 Buenos Aires
COR -31.3 -64.2 1 Cordoba
MDZ -32.8 -68.8 1 Mendoza
BRC -41.2 -71.2 1 Bariloche
USH -54.8 -68.3 1 Ushuaia
MVD -34.8 -56.0 1 Montevideo
ASU -25.2 -57.5 1 Asuncion
GRU -23.4 -46.5 3 Sao Paulo
GIG -22.8 -43.2 2 Rio de Janeiro
BSB -15.9 -47.9 2 Brasilia
CNF -19.6 -44.0 1 Belo Horizonte
SSA -12.9 -38.3 1 Salvador
REC -8.1 -34.9 1 Recife
FOR -3.8 -38.5 1 Fortaleza
BEL -1.4 -48.5 1 Belem
MAO -3.0 -60.0 1 Manaus
CGB -15.7 -56.1 1 Cuiaba
CWB -25.5 -49.2 1 Curitiba
POA -30.0 -51.2 1 Porto Alegre
KEF 64.0 -22.6 2 Reykjavik
DUB 53.4 -6.3 2 Dublin
LHR 51.5 -0.5 3 London
MAN 53.4 -2.3 1 Manchester
EDI 55.9 -3.4 1 Edinburgh
CDG 49.0 2.5 3 Paris
NCE 43.7 7.2 1 Nice
LYS 45.7 5.1 1 Lyon
TLS 43.6 1.4 1 Toulouse
MRS 43.4 5.2 1 Marseille
AMS 52.3 4.8 3 Amsterdam
BRU 50.9 4.5 2 Brussels
FRA 50.0 8.6 3 Frankfurt
MUC 48.4 11.8 2 Munich
BER 52.4 13.5 2 Berlin
HAM 53.6 10.0 1 Hamburg
ZRH 47.5 8.5 2 Zurich
GVA 46.2 6.1 1 Geneva
VIE 48.1 16.6 2 Vienna
PRG 50.1 14.3 1 Prague
BUD 47.4 19.3 1 Budapest
WAW 52.2 21.0 2 Warsaw
KRK 50.1 19.8 1 Krakow
CPH 55.6 12.7 2 Copenhagen
OSL 60.2 11.1 2 Oslo
BGO 60.3 5.2 1 Bergen
TRD 63.5 10.9 1 Trondheim
TOS 69.7 18.9 1 Tromso
LYR 78.2 15.5 1 Longyearbyen
ARN 59.7 17.9 2 Stockholm
GOT 57.7 12.3 1 Gothenburg
LLA 65.5 22.1 1 Lulea
HEL 60.3 25.0 2 Helsinki
OUL 64.9 25.4 1 Oulu
RVN 66.6 25.8 1 Rovaniemi
TLL 59.4 24.8 1 Tallinn
RIX 56.9 24.0 1 Riga
VNO 54.6 25.3 1 Vilnius
MAD 40.5 -3.6 3 Madrid
BCN 41.3 2.1 2 Barcelona
AGP 36.7 -4.5 1 Malaga
PMI 39.6 2.7 1 Palma
LPA 27.9 -15.4 1 Las Palmas
LIS 38.8 -9.1 2 Lisbon
OPO 41.2 -8.7 1 Porto
FNC 32.7 -16.8 1 Funchal
PDL 37.7 -25.7 1 Ponta Delgada
FCO 41.8 12.2 2 Rome
MXP 45.6 8.7 2 Milan
VCE 45.5 12.4 1 Venice
NAP 40.9 14.3 1 Naples
CTA 37.5 15.1 1 Catania
ATH 37.9 23.9 2 Athens
HER 35.3 25.2 1 Heraklion
SKG 40.5 23.0 1 Thessaloniki
OTP 44.6 26.1 1 Bucharest
SOF 42.7 23.4 1 Sofia
BEG 44.8 20.3 1 Belgrade
ZAG 45.7 16.1 1 Zagreb
LJU 46.2 14.5 1 Ljubljana
TIA 41.4 19.7 1 Tirana
MLA 35.9 14.5 1 Malta
IST 41.3 28.7 3 Istanbul
ESB 40.1 33.0 1 Ankara
AYT 36.9 30.8 1 Antalya
LCA 34.9 33.6 1 Larnaca
KBP 50.3 30.9 1 Kyiv
KIV 46.9 28.9 1 Chisinau
SVO 56.0 37.4 3 Moscow
LED 59.8 30.3 2 St. Petersburg
MMK 68.8 32.8 1 Murmansk
KZN 55.6 49.3 1 Kazan
AER 43.4 39.9 1 Sochi
SVX 56.7 60.8 1 Yekaterinburg
OVB 55.0 82.7 2 Novosibirsk
KJA 56.2 92.5 1 Krasnoyarsk
NSK 69.3 87.3 1 Norilsk
IKT 52.3 104.4 1 Irkutsk
YKS 62.1 129.8 1 Yakutsk
KHV 48.5 135.2 1 Khabarovsk
VVO 43.4 132.1 1 Vladivostok
UUS 46.9 142.7 1 Yuzhno-Sakhalinsk
PKC 53.2 158.5 1 Petropavlovsk
GDX 59.9 150.7 1 Magadan
TBS 41.7 45.0 1 Tbilisi
EVN 40.1 44.4 1 Yerevan
GYD 40.5 50.1 1 Baku
ALA 43.4 77.0 2 Almaty
NQZ 51.0 71.5 1 Astana
TAS 41.3 69.3 1 Tashkent
FRU 43.1 74.5 1 Bishkek
DYU 38.5 68.8 1 Dushanbe
ASB 38.0 58.4 1 Ashgabat
TLV 32.0 34.9 2 Tel Aviv
AMM 31.7 36.0 1 Amman
BEY 33.8 35.5 1 Beirut
BGW 33.3 44.2 1 Baghdad
IKA 35.4 51.2 2 Tehran
MHD 36.2 59.6 1 Mashhad
KWI 29.2 48.0 1 Kuwait City
DOH 25.3 51.6 3 Doha
DXB 25.3 55.4 3 Dubai
AUH 24.4 54.7 2 Abu Dhabi
MCT 23.6 58.3 1 Muscat
RUH 25.0 46.7 2 Riyadh
JED 21.7 39.2 2 Jeddah
SAH 15.5 44.2 1 Sanaa
KHI 24.9 67.2 1 Karachi
LHE 31.5 74.4 1 Lahore
ISB 33.6 72.8 1 Islamabad
KBL 34.6 69.2 1 Kabul
DEL 28.6 77.1 3 Delhi
BOM 19.1 72.9 2 Mumbai
BLR 13.2 77.7 2 Bengaluru
MAA 13.0 80.2 1 Chennai
HYD 17.2 78.4 1 Hyderabad
CCU 22.7 88.4 1 Kolkata
COK 10.2 76.4 1 Kochi
AMD 23.1 72.6 1 Ahmedabad
GAU 26.1 91.6 1 Guwahati
CMB 7.2 79.9 1 Colombo
MLE 4.2 73.5 1 Male
KTM 27.7 85.4 1 Kathmandu
PBH 27.4 89.4 1 Paro
DAC 23.8 90.4 1 Dhaka
RGN 16.9 96.1 1 Yangon
BKK 13.7 100.7 3 Bangkok
CNX 18.8 99.0 1 Chiang Mai
HKT 8.1 98.3 1 Phuket
VTE 18.0 102.6 1 Vientiane
PNH 11.5 104.8 1 Phnom Penh
SGN 10.8 106.7 2 Ho Chi Minh City
HAN 21.2 105.8 1 Hanoi
DAD 16.0 108.2 1 Da Nang
KUL 2.7 101.7 2 Kuala Lumpur
PEN 5.3 100.3 1 Penang
BKI 5.9 116.1 1 Kota Kinabalu
SIN 1.4 104.0 3 Singapore
CGK -6.1 106.7 2 Jakarta
SUB -7.4 112.8 1 Surabaya
DPS -8.7 115.2 1 Denpasar
KNO 3.6 98.9 1 Medan
UPG -5.1 119.6 1 Makassar
DJJ -2.6 140.5 1 Jayapura
BWN 4.9 114.9 1 Bandar Seri Begawan
MNL 14.5 121.0 2 Manila
CEB 10.3 124.0 1 Cebu
DVO 7.1 125.6 1 Davao
HKG 22.3 113.9 3 Hong Kong
CAN 23.4 113.3 2 Guangzhou
SZX 22.6 113.8 1 Shenzhen
PVG 31.1 121.8 3 Shanghai
HGH 30.2 120.4 1 Hangzhou
XMN 24.5 118.1 1 Xiamen
PKX 39.5 116.4 3 Beijing
TNA 36.9 117.2 1 Jinan
DLC 39.0 121.5 1 Dalian
HRB 45.6 126.3 1 Harbin
WUH 30.8 114.2 1 Wuhan
CTU 30.6 103.9 2 Chengdu
CKG 29.7 106.6 1 Chongqing
KMG 25.1 102.9 1 Kunming
XIY 34.4 108.8 1 Xi'an
LHW 36.5 103.6 1 Lanzhou
URC 43.9 87.5 1 Urumqi
LXA 29.3 90.9 1 Lhasa
UBN 47.6 106.8 1 Ulaanbaatar
TPE 25.1 121.2 2 Taipei
ICN 37.5 126.4 3 Seoul
PUS 35.2 128.9 1 Busan
HND 35.6 139.8 3 Tokyo
KIX 34.4 135.2 2 Osaka
NGO 34.9 136.8 1 Nagoya
FUK 33.6 130.5 1 Fukuoka
CTS 42.8 141.7 1 Sapporo
OKA 26.2 127.6 1 Naha
GUM 13.5 144.8 1 Guam
CAI 30.1 31.4 2 Cairo
LXR 25.7 32.7 1 Luxor
TIP 32.7 13.2 1 Tripoli
TUN 36.9 10.2 1 Tunis
ALG 36.7 3.2 1 Algiers
CMN 33.4 -7.6 2 Casablanca
RAK 31.6 -8.0 1 Marrakesh
NKC 18.3 -16.0 1 Nouakchott
DSS 14.7 -17.1 1 Dakar
RAI 14.9 -23.5 1 Praia
BKO 12.5 -7.9 1 Bamako
CKY 9.6 -13.6 1 Conakry
FNA 8.6 -13.2 1 Freetown
ROB 6.2 -10.4 1 Monrovia
ABJ 5.3 -3.9 1 Abidjan
ACC 5.6 -0.2 1 Accra
LOS 6.6 3.3 2 Lagos
ABV 9.0 7.3 1 Abuja
KAN 12.0 8.5 1 Kano
OUA 12.4 -1.5 1 Ouagadougou
NIM 13.5 2.2 1 Niamey
NDJ 12.1 15.0 1 N'Djamena
KRT 15.6 32.6 1 Khartoum
ADD 9.0 38.8 3 Addis Ababa
JIB 11.5 43.2 1 Djibouti
MGQ 2.0 45.3 1 Mogadishu
EBB 0.0 32.4 1 Entebbe
KGL -2.0 30.1 1 Kigali
NBO -1.3 36.9 2 Nairobi
MBA -4.0 39.6 1 Mombasa
DAR -6.9 39.2 1 Dar es Salaam
ZNZ -6.2 39.2 1 Zanzibar
DLA 4.0 9.7 1 Douala
LBV 0.5 9.4 1 Libreville
FIH -4.4 15.4 1 Kinshasa
FBM -11.6 27.5 1 Lubumbashi
LAD -8.9 13.2 1 Luanda
LUN -15.3 28.5 1 Lusaka
HRE -17.9 31.1 1 Harare
LLW -13.8 33.8 1 Lilongwe
MPM -25.9 32.6 1 Maputo
WDH -22.5 17.5 1 Windhoek
GBE -24.6 25.9 1 Gaborone
JNB -26.1 28.2 3 Johannesburg
CPT -34.0 18.6 2 Cape Town
DUR -29.6 31.1 1 Durban
TNR -18.8 47.5 1 Antananarivo
MRU -20.4 57.7 1 Mauritius
RUN -20.9 55.5 1 Reunion
SEZ -4.7 55.5 1 Mahe
SYD -33.9 151.2 3 Sydney
MEL -37.7 144.8 2 Melbourne
BNE -27.4 153.1 2 Brisbane
CNS -16.9 145.8 1 Cairns
DRW -12.4 130.9 1 Darwin
ASP -23.8 133.9 1 Alice Springs
ADL -34.9 138.5 1 Adelaide
PER -31.9 116.0 2 Perth
HBA -42.8 147.5 1 Hobart
POM -9.4 147.2 1 Port Moresby
HIR -9.4 160.0 1 Honiara
VLI -17.7 168.3 1 Port Vila
NOU -22.0 166.2 1 Noumea
NAN -17.8 177.4 1 Nadi
APW -13.8 -172.0 1 Apia
TBU -21.2 -175.1 1 Nuku'alofa
PPT -17.6 -149.6 1 Papeete
AKL -37.0 174.8 2 Auckland
WLG -41.3 174.8 1 Wellington
CHC -43.5 172.5 1 Christchurch
ZQN -45.0 168.7 1 Queenstown`;

export interface Airport {
  code: string;
  city: string;
  latitude: number;
  longitude: number;
  rank: 1 | 2 | 3;
}

export const AIRPORTS: readonly Airport[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [code, latitude, longitude, rank, ...city] = line.split(" ");
    return {
      code,
      latitude: Number(latitude),
      longitude: Number(longitude),
      rank: Number(rank) as Airport["rank"],
      city: city.join(" "),
    };
  });
