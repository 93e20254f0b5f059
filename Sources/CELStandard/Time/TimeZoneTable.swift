// Written by scripts/time-zone-table.py from release 2025b of the tz database (public domain).

extension TimeZone {
    /// The zones by rule: minutes ahead of UTC, or in winter and in summer with the two changes as
    /// `month.week.weekday/minute` of local time; below it each name with the first year of the rule.
    static let table = """
        -120 -60 3.5.0/-60 10.5.0/0:
          America/Godthab=2024 America/Nuuk=2024 America/Scoresbysund=2025
        -120:
          America/Noronha=2003 Atlantic/South_Georgia=1 Brazil/DeNoronha=2003 Etc/GMT+2=1
        -180 -120 3.2.0/120 11.1.0/120:
          America/Miquelon=2007
        -180:
          America/Araguaina=2014 America/Argentina/Buenos_Aires=2010
          America/Argentina/Catamarca=2009 America/Argentina/ComodRivadavia=2009
          America/Argentina/Cordoba=2010 America/Argentina/Jujuy=2009
          America/Argentina/La_Rioja=2009 America/Argentina/Mendoza=2009
          America/Argentina/Rio_Gallegos=2009 America/Argentina/Salta=2009
          America/Argentina/San_Juan=2009 America/Argentina/San_Luis=2010
          America/Argentina/Tucuman=2010 America/Argentina/Ushuaia=2009 America/Asuncion=2025
          America/Bahia=2013 America/Belem=1989 America/Buenos_Aires=2010 America/Catamarca=2009
          America/Cayenne=1968 America/Cordoba=2010 America/Coyhaique=2025 America/Fortaleza=2003
          America/Jujuy=2009 America/Maceio=2003 America/Mendoza=2009 America/Montevideo=2016
          America/Paramaribo=1985 America/Punta_Arenas=2017 America/Recife=2003
          America/Rosario=2010 America/Santarem=2009 America/Sao_Paulo=2020 Antarctica/Palmer=2017
          Antarctica/Rothera=1977 Atlantic/Stanley=2011 Brazil/East=2020 Etc/GMT+3=1
        -210 -150 3.2.0/120 11.1.0/120:
          America/St_Johns=2007 Canada/Newfoundland=2007
        -240 -180 3.2.0/120 11.1.0/120:
          America/Glace_Bay=2007 America/Goose_Bay=2007 America/Halifax=2007 America/Moncton=2007
          America/Thule=2007 Atlantic/Bermuda=2007 Canada/Atlantic=2007
        -240 -180 9.1.6/1440 4.1.6/1440:
          America/Santiago=2023 Chile/Continental=2023
        -240:
          America/Anguilla=1913 America/Antigua=1951 America/Aruba=1965 America/Barbados=1981
          America/Blanc-Sablon=1946 America/Boa_Vista=2001 America/Campo_Grande=2020
          America/Caracas=2017 America/Cuiaba=2020 America/Curacao=1965 America/Dominica=1912
          America/Grenada=1912 America/Guadeloupe=1912 America/Guyana=1993 America/Kralendijk=1946
          America/La_Paz=1933 America/Lower_Princes=1946 America/Manaus=1995 America/Marigot=1946
          America/Martinique=1981 America/Montserrat=1912 America/Port_of_Spain=1913
          America/Porto_Velho=1989 America/Puerto_Rico=1946 America/Santo_Domingo=2001
          America/St_Barthelemy=1946 America/St_Kitts=1913 America/St_Lucia=1912
          America/St_Thomas=1912 America/St_Vincent=1912 America/Tortola=1912 America/Virgin=1946
          Brazil/West=1995 Etc/GMT+4=1
        -300 -240 3.2.0/0 11.1.0/60:
          America/Havana=2013 Cuba=2013
        -300 -240 3.2.0/120 11.1.0/120:
          America/Detroit=2007 America/Fort_Wayne=2007 America/Grand_Turk=2019
          America/Indiana/Indianapolis=2007 America/Indiana/Marengo=2007
          America/Indiana/Petersburg=2008 America/Indiana/Vevay=2007
          America/Indiana/Vincennes=2008 America/Indiana/Winamac=2008 America/Indianapolis=2007
          America/Iqaluit=2007 America/Kentucky/Louisville=2007 America/Kentucky/Monticello=2007
          America/Louisville=2007 America/Montreal=2007 America/Nassau=2007 America/New_York=2007
          America/Nipigon=2007 America/Pangnirtung=2007 America/Port-au-Prince=2017
          America/Thunder_Bay=2007 America/Toronto=2007 Canada/Eastern=2007 EST5EDT=2007
          US/East-Indiana=2007 US/Eastern=2007 US/Michigan=2007
        -300:
          America/Atikokan=1941 America/Bogota=1994 America/Cancun=2016 America/Cayman=1913
          America/Coral_Harbour=1909 America/Eirunepe=2014 America/Guayaquil=1994
          America/Jamaica=1984 America/Lima=1995 America/Panama=1909 America/Porto_Acre=2014
          America/Rio_Branco=2014 Brazil/Acre=2014 EST=1 Etc/GMT+5=1 Jamaica=1984
        -360 -300 3.2.0/120 11.1.0/120:
          America/Chicago=2007 America/Indiana/Knox=2007 America/Indiana/Tell_City=2007
          America/Knox_IN=2007 America/Matamoros=2010 America/Menominee=2007
          America/North_Dakota/Beulah=2011 America/North_Dakota/Center=2007
          America/North_Dakota/New_Salem=2007 America/Ojinaga=2023 America/Rainy_River=2007
          America/Rankin_Inlet=2007 America/Resolute=2008 America/Winnipeg=2007 CST6CDT=2007
          Canada/Central=2007 US/Central=2007 US/Indiana-Starke=2007
        -360 -300 9.1.6/1320 4.1.6/1320:
          Chile/EasterIsland=2023 Pacific/Easter=2023
        -360:
          America/Bahia_Banderas=2023 America/Belize=1984 America/Chihuahua=2023
          America/Costa_Rica=1993 America/El_Salvador=1989 America/Guatemala=2007
          America/Managua=2007 America/Merida=2023 America/Mexico_City=2023 America/Monterrey=2023
          America/Regina=1961 America/Swift_Current=1973 America/Tegucigalpa=2007
          Canada/Saskatchewan=1961 Etc/GMT+6=1 Mexico/General=2023 Pacific/Galapagos=1994
        -420 -360 3.2.0/120 11.1.0/120:
          America/Boise=2007 America/Cambridge_Bay=2007 America/Ciudad_Juarez=2023
          America/Denver=2007 America/Edmonton=2007 America/Inuvik=2007 America/Shiprock=2007
          America/Yellowknife=2007 Canada/Mountain=2007 MST7MDT=2007 Navajo=2007 US/Mountain=2007
        -420:
          America/Creston=1919 America/Dawson=2021 America/Dawson_Creek=1973
          America/Fort_Nelson=2016 America/Hermosillo=1999 America/Mazatlan=2023
          America/Phoenix=1968 America/Whitehorse=2021 Canada/Yukon=2021 Etc/GMT+7=1 MST=1
          Mexico/BajaSur=2023 US/Arizona=1968
        -480 -420 3.2.0/120 11.1.0/120:
          America/Ensenada=2010 America/Los_Angeles=2007 America/Santa_Isabel=2010
          America/Tijuana=2010 America/Vancouver=2007 Canada/Pacific=2007 Mexico/BajaNorte=2010
          PST8PDT=2007 US/Pacific=2007
        -480:
          Etc/GMT+8=1 Pacific/Pitcairn=1999
        -540 -480 3.2.0/120 11.1.0/120:
          America/Anchorage=2007 America/Juneau=2007 America/Metlakatla=2020 America/Nome=2007
          America/Sitka=2007 America/Yakutat=2007 US/Alaska=2007
        -540:
          Etc/GMT+9=1 Pacific/Gambier=1913
        -570:
          Pacific/Marquesas=1913
        -60 0 3.5.0/0 10.5.0/60:
          Atlantic/Azores=1996
        -60:
          Atlantic/Cape_Verde=1976 Etc/GMT+1=1
        -600 -540 3.2.0/120 11.1.0/120:
          America/Adak=2007 America/Atka=2007 US/Aleutian=2007
        -600:
          Etc/GMT+10=1 HST=1 Pacific/Honolulu=1948 Pacific/Johnston=1948 Pacific/Rarotonga=1992
          Pacific/Tahiti=1913 US/Hawaii=1948
        -660:
          Etc/GMT+11=1 Pacific/Midway=1957 Pacific/Niue=1965 Pacific/Pago_Pago=1911
          Pacific/Samoa=1911 US/Samoa=1911
        -720:
          Etc/GMT+12=1
        0 120 3.5.0/60 10.5.0/180:
          Antarctica/Troll=2005
        0 60 3.5.0/60 10.5.0/120:
          Atlantic/Canary=1996 Atlantic/Faeroe=1996 Atlantic/Faroe=1996 Atlantic/Madeira=1996
          Europe/Belfast=1996 Europe/Guernsey=1996 Europe/Isle_of_Man=1996 Europe/Jersey=1996
          Europe/Lisbon=1997 Europe/London=1996 GB=1996 GB-Eire=1996 Portugal=1997 WET=1996
        0:
          Africa/Abidjan=1912 Africa/Accra=1956 Africa/Bamako=1961 Africa/Banjul=1943
          Africa/Bissau=1975 Africa/Conakry=1960 Africa/Dakar=1942 Africa/Freetown=1942
          Africa/Lome=1 Africa/Monrovia=1973 Africa/Nouakchott=1961 Africa/Ouagadougou=1912
          Africa/Sao_Tome=2019 Africa/Timbuktu=1912 America/Danmarkshavn=1996
          Atlantic/Reykjavik=1969 Atlantic/St_Helena=1951 Etc/GMT=1 Etc/GMT+0=1 Etc/GMT-0=1
          Etc/GMT0=1 Etc/Greenwich=1 Etc/UCT=1 Etc/UTC=1 Etc/Universal=1 Etc/Zulu=1 GMT=1 GMT+0=1
          GMT-0=1 GMT0=1 Greenwich=1 Iceland=1912 UCT=1 UTC=1 Universal=1 Zulu=1
        120 180 3.4.4/1560 10.5.0/120:
          Asia/Jerusalem=2013 Asia/Tel_Aviv=2013 Israel=2013
        120 180 3.4.4/3000 10.4.4/3000:
          Asia/Gaza=2087 Asia/Hebron=2087
        120 180 3.5.0/0 10.5.0/0:
          Asia/Beirut=1999
        120 180 3.5.0/120 10.5.0/180:
          Europe/Chisinau=1996 Europe/Tiraspol=1996
        120 180 3.5.0/180 10.5.0/240:
          Asia/Famagusta=2018 Asia/Nicosia=1998 EET=1996 Europe/Athens=1996 Europe/Bucharest=1996
          Europe/Helsinki=1996 Europe/Kiev=1996 Europe/Kyiv=1996 Europe/Mariehamn=1996
          Europe/Nicosia=1998 Europe/Riga=2001 Europe/Sofia=1996 Europe/Tallinn=2002
          Europe/Uzhgorod=1996 Europe/Vilnius=2003 Europe/Zaporozhye=1996
        120 180 4.5.5/0 10.5.4/1440:
          Africa/Cairo=2023 Egypt=2023
        120:
          Africa/Blantyre=1926 Africa/Bujumbura=1 Africa/Gaborone=1945 Africa/Harare=1904
          Africa/Johannesburg=1945 Africa/Juba=2022 Africa/Khartoum=2018 Africa/Kigali=1936
          Africa/Lubumbashi=1921 Africa/Lusaka=1904 Africa/Maputo=1909 Africa/Maseru=1945
          Africa/Mbabane=1904 Africa/Tripoli=2014 Africa/Windhoek=2018 Etc/GMT-2=1
          Europe/Kaliningrad=2015 Libya=2014
        180:
          Africa/Addis_Ababa=1937 Africa/Asmara=1937 Africa/Asmera=1943 Africa/Dar_es_Salaam=1961
          Africa/Djibouti=1912 Africa/Kampala=1957 Africa/Mogadishu=1957 Africa/Nairobi=1943
          Antarctica/Syowa=1958 Asia/Aden=1950 Asia/Amman=2023 Asia/Baghdad=2008 Asia/Bahrain=1973
          Asia/Damascus=2023 Asia/Istanbul=2017 Asia/Kuwait=1950 Asia/Qatar=1973 Asia/Riyadh=1948
          Etc/GMT-3=1 Europe/Istanbul=2017 Europe/Kirov=2015 Europe/Minsk=2012 Europe/Moscow=2015
          Europe/Simferopol=2015 Europe/Volgograd=2021 Indian/Antananarivo=1955 Indian/Comoro=1912
          Indian/Mayotte=1912 Turkey=2017 W-SU=2015
        210:
          Asia/Tehran=2023 Iran=2023
        240:
          Asia/Baku=2016 Asia/Dubai=1920 Asia/Muscat=1920 Asia/Tbilisi=2006 Asia/Yerevan=2012
          Etc/GMT-4=1 Europe/Astrakhan=2017 Europe/Samara=2012 Europe/Saratov=2017
          Europe/Ulyanovsk=2017 Indian/Mahe=1907 Indian/Mauritius=2010 Indian/Reunion=1912
        270:
          Asia/Kabul=1945
        300:
          Antarctica/Mawson=2010 Antarctica/Vostok=2024 Asia/Almaty=2025 Asia/Aqtau=2005
          Asia/Aqtobe=2005 Asia/Ashgabat=1993 Asia/Ashkhabad=1993 Asia/Atyrau=2005
          Asia/Dushanbe=1992 Asia/Karachi=2010 Asia/Oral=2005 Asia/Qostanay=2025
          Asia/Qyzylorda=2019 Asia/Samarkand=1992 Asia/Tashkent=1992 Asia/Yekaterinburg=2015
          Etc/GMT-5=1 Indian/Kerguelen=1950 Indian/Maldives=1960
        330:
          Asia/Calcutta=1946 Asia/Colombo=2007 Asia/Kolkata=1946
        345:
          Asia/Kathmandu=1986 Asia/Katmandu=1986
        360:
          Asia/Bishkek=2006 Asia/Dacca=2010 Asia/Dhaka=2010 Asia/Kashgar=1928 Asia/Omsk=2015
          Asia/Thimbu=1988 Asia/Thimphu=1988 Asia/Urumqi=1928 Etc/GMT-6=1 Indian/Chagos=1996
        390:
          Asia/Rangoon=1946 Asia/Yangon=1946 Indian/Cocos=1
        420:
          Antarctica/Davis=2013 Asia/Bangkok=1921 Asia/Barnaul=2017 Asia/Ho_Chi_Minh=1976
          Asia/Hovd=2017 Asia/Jakarta=1964 Asia/Krasnoyarsk=2015 Asia/Novokuznetsk=2012
          Asia/Novosibirsk=2017 Asia/Phnom_Penh=1946 Asia/Pontianak=1988 Asia/Saigon=1976
          Asia/Tomsk=2017 Asia/Vientiane=1956 Etc/GMT-7=1 Indian/Christmas=1
        480:
          Antarctica/Casey=2024 Asia/Brunei=1933 Asia/Choibalsan=2017 Asia/Chongqing=1992
          Asia/Chungking=1992 Asia/Harbin=1992 Asia/Hong_Kong=1980 Asia/Irkutsk=2015
          Asia/Kuala_Lumpur=1982 Asia/Kuching=1946 Asia/Macao=1980 Asia/Macau=1980
          Asia/Makassar=1946 Asia/Manila=1991 Asia/Shanghai=1992 Asia/Singapore=1982
          Asia/Taipei=1980 Asia/Ujung_Pandang=1946 Asia/Ulaanbaatar=2017 Asia/Ulan_Bator=2017
          Australia/Perth=2010 Australia/West=2010 Etc/GMT-8=1 Hongkong=1980 PRC=1992 ROC=1980
          Singapore=1982
        525:
          Australia/Eucla=2010
        540:
          Asia/Chita=2017 Asia/Dili=2001 Asia/Jayapura=1964 Asia/Khandyga=2015 Asia/Pyongyang=2019
          Asia/Seoul=1989 Asia/Tokyo=1952 Asia/Yakutsk=2015 Etc/GMT-9=1 Japan=1952
          Pacific/Palau=1901 ROK=1989
        570 630 10.1.0/120 4.1.0/180:
          Australia/Adelaide=2008 Australia/Broken_Hill=2008 Australia/South=2008
          Australia/Yancowinna=2008
        570:
          Australia/Darwin=1945 Australia/North=1945
        60 0 10.5.0/120 3.5.0/60:
          Eire=1996 Europe/Dublin=1996
        60 120 3.5.0/120 10.5.0/180:
          Africa/Ceuta=1996 Arctic/Longyearbyen=1996 Atlantic/Jan_Mayen=1996 CET=1996
          Europe/Amsterdam=1996 Europe/Andorra=1996 Europe/Belgrade=1996 Europe/Berlin=1996
          Europe/Bratislava=1996 Europe/Brussels=1996 Europe/Budapest=1996 Europe/Busingen=1996
          Europe/Copenhagen=1996 Europe/Gibraltar=1996 Europe/Ljubljana=1996
          Europe/Luxembourg=1996 Europe/Madrid=1996 Europe/Malta=1996 Europe/Monaco=1996
          Europe/Oslo=1996 Europe/Paris=1996 Europe/Podgorica=1996 Europe/Prague=1996
          Europe/Rome=1996 Europe/San_Marino=1996 Europe/Sarajevo=1996 Europe/Skopje=1996
          Europe/Stockholm=1996 Europe/Tirane=1996 Europe/Vaduz=1996 Europe/Vatican=1996
          Europe/Vienna=1996 Europe/Warsaw=1996 Europe/Zagreb=1996 Europe/Zurich=1996 MET=1996
          Poland=1996
        60:
          Africa/Algiers=1982 Africa/Bangui=1912 Africa/Brazzaville=1912 Africa/Casablanca=2088
          Africa/Douala=1912 Africa/El_Aaiun=2088 Africa/Kinshasa=1 Africa/Lagos=1920
          Africa/Libreville=1912 Africa/Luanda=1912 Africa/Malabo=1964 Africa/Ndjamena=1981
          Africa/Niamey=1960 Africa/Porto-Novo=1935 Africa/Tunis=2009 Etc/GMT-1=1
        600 660 10.1.0/120 4.1.0/180:
          Antarctica/Macquarie=2011 Australia/ACT=2008 Australia/Canberra=2008
          Australia/Currie=2008 Australia/Hobart=2008 Australia/Melbourne=2008 Australia/NSW=2008
          Australia/Sydney=2008 Australia/Tasmania=2008 Australia/Victoria=2008
        600:
          Antarctica/DumontDUrville=1957 Asia/Ust-Nera=2015 Asia/Vladivostok=2015
          Australia/Brisbane=1993 Australia/Lindeman=1995 Australia/Queensland=1993 Etc/GMT-10=1
          Pacific/Chuuk=1946 Pacific/Guam=1978 Pacific/Port_Moresby=1 Pacific/Saipan=1978
          Pacific/Truk=1 Pacific/Yap=1
        630 660 10.1.0/120 4.1.0/120:
          Australia/LHI=2008 Australia/Lord_Howe=2008
        660 720 10.1.0/120 4.1.0/180:
          Pacific/Norfolk=2020
        660:
          Asia/Magadan=2017 Asia/Sakhalin=2017 Asia/Srednekolymsk=2015 Etc/GMT-11=1
          Pacific/Bougainville=2015 Pacific/Efate=1994 Pacific/Guadalcanal=1913
          Pacific/Kosrae=1999 Pacific/Noumea=1998 Pacific/Pohnpei=1946 Pacific/Ponape=1913
        720 780 9.5.0/120 4.1.0/180:
          Antarctica/McMurdo=2008 Antarctica/South_Pole=2008 NZ=2008 Pacific/Auckland=2008
        720:
          Asia/Anadyr=2012 Asia/Kamchatka=2012 Etc/GMT-12=1 Kwajalein=1994 Pacific/Fiji=2022
          Pacific/Funafuti=1901 Pacific/Kwajalein=1994 Pacific/Majuro=1970 Pacific/Nauru=1980
          Pacific/Tarawa=1901 Pacific/Wake=1901 Pacific/Wallis=1901
        765 825 9.5.0/165 4.1.0/225:
          NZ-CHAT=2008 Pacific/Chatham=2008
        780:
          Etc/GMT-13=1 Pacific/Apia=2022 Pacific/Enderbury=1995 Pacific/Fakaofo=2012
          Pacific/Kanton=1995 Pacific/Tongatapu=2018
        840:
          Etc/GMT-14=1 Pacific/Kiritimati=1995
        """
}
