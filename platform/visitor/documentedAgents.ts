/** User agents of the examples in docs/explain/visitors-and-bots.md, by their names in that document. */
export const documentedAgents: Readonly<Record<string, string>> = {
  "Facebook on a Google phone":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/487.0.0.43.106;FBMF/Google;FBBD/google;FBDV/Pixel 8;]",
  "Messenger on a Google phone":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/480.0.0.31.107;FBMF/Google;FBBD/google;]",
  "Facebook Lite on a Google phone":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36[FBAN/EMA;FBLC/en_US;FBAV/390.0.0.10.103;FBMF/Google;FBBD/google;]",
  "Instagram on a Google phone":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 Instagram 361.0.0.46.88 Android (34/14; 420dpi; 1080x2201; Google; Pixel 8; shiba; shiba; en_US; 672535977; IABMV/1)",
  "Threads on a Google phone":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 Barcelona 350.0.0.30.109 Android (34/14; 420dpi; 1080x2201; Google; Pixel 8; shiba; shiba; en_US; 672535977)",
  "Facebook on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/487.0.0.43.106;FBBV/658;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.1]",
  "Instagram on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 354.0.0.29.90 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556)",
  "Threads on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Barcelona 350.0.0.30.109 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556)",
  "TikTok on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 trill_360404 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/36.4.4 ByteLocale/en Region/US AppVersion/36.4.4 BytedanceWebview/d8a21c6",
  "TikTok on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 musical_ly_36.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US BytedanceWebview/d8a21c6",
  "Snapchat on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 Snapchat/13.10.0.44 (Pixel 8; Android 14#11234; gzip; V/MUSHROOM)",
  "Snapchat on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1 Snapchat/13.10.0.44 (like Safari/8620.1.16, panda)",
  "Pinterest on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 [Pinterest/Android]",
  "Pinterest on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]",
  "Reddit on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 Reddit/Version 2024.40.0/Build 1234/Android 14",
  "Reddit on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Reddit/Version 2024.40.0/Build 616868/iOS Version 18.1 (Build 22B83)",
  "LinkedIn on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 LinkedInApp",
  "LinkedIn on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30.1234",
  "WeChat on Android":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 MMWEBID/1234 MicroMessenger/8.0.50.2701(0x28003253) WeChat/arm64 Weixin NetType/WIFI Language/en ABI/arm64",
  "WeChat on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/WIFI Language/en",
  "WhatsApp's own browser":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 WhatsApp/2.24.20.89",
  "Viber's own browser":
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.70 Mobile Safari/537.36 Viber/23.1.0.0",
  "DuckDuckGo on a Mac":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15 Ddg/18.1",
  "DuckDuckGo on Windows":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0 Ddg/141.0.0.0",
  "DuckDuckGo on an iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1 Ddg/18.1",
  "DuckDuckGo on Android":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.0.0 Mobile DuckDuckGo/5 Safari/537.36",
  "Chrome on a phone":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Chrome on an Android tablet":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Chrome on an iPad":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141 Version/11.1.1 Safari/605.1.15",
  "Firefox on an iPad":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Safari/605.1.15",
  "Edge on an iPad":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/141.0.3537.71 Safari/605.1.15",
  "Safari on a Mac":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
  "Chrome on a Chromebook":
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Firefox on Ubuntu": "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
  "Teams' own browser":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Teams/1.6.00.33567 Chrome/114.0.5735.289 Electron/25.8.4 Safari/537.36",
  "Word or Outlook on Windows": "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
  "Outlook on Windows":
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.4266; ms-office; MSOffice 16)",
  Word: "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17328; Pro)",
  Outlook: "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)",
  "Office before it opens the browser": "Microsoft Office Existence Discovery",
  Teams: "Teams/1.0",
  "Outlook on an iPhone": "Outlook-iOS/723.4027091.prod.iphone (4.2441.0)",
  "Outlook on Android": "Outlook-Android/2.0",
  WhatsApp: "WhatsApp/2.23.20.0 A",
  Viber: "Viber/23.1.0.0 CFNetwork/1568.200.51 Darwin/24.1.0",
  Barracuda: "Barracuda Sentinel (EE)",
  Proofpoint: "Mozilla/5.0 (compatible; ProofpointURLDefense)",
  Mimecast: "Mozilla/5.0 (compatible; Mimecast/1.0)",
  "Safe Links of Microsoft Defender":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Safari/537.36 Edge/18.18363 SafeLinks",
  "an app of Apple's systems": "MyApp/1 CFNetwork/1568.200.51 Darwin/24.1.0",
  "an app of Android": "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UQ1A.240205.002)",
};
