export interface components {
    schemas: {
        AddressedShare: {
            /**
             * Format: uuid
             * @description ID of the page
             */
            _id: string;
            /** @description Title of the page */
            name: string;
            /**
             * @description Scope of the page
             * @enum {string}
             */
            target: "workspace" | "group" | "link";
            /**
             * Format: uuid
             * @description ID of the group or link; null for the workspace
             */
            targetId: string | null;
            /** @description Name of the group or link; null for the workspace, and for API keys that may not read it */
            targetName: string | null;
            /** @description Figures on the page */
            figures: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[];
            /** @description Lists on the page, in this order */
            dimensions: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[];
            /** @description IANA time zone of its days */
            timeZone: string;
            /**
             * Format: date-time
             * @description Nothing before this time is shown; null for no limit
             */
            from: string | null;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt: string | null;
            /** @description Whether visitors have to enter a password */
            hasPassword: boolean;
            /** @description Sites that may embed the page */
            origins: string[];
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
            /**
             * Format: uri
             * @description Secret URL, which grants access to the page and is shown only once
             */
            url: string;
        };
        AddressedShareAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["AddressedShare"];
        };
        Alarm: {
            /**
             * Format: uuid
             * @description ID of the alarm
             */
            _id: string;
            /**
             * @description What the alarm watches for
             * @enum {string}
             */
            kind: "spike" | "drop" | "misses" | "expiring" | "dead";
            /**
             * Format: uuid
             * @description Link that is watched; null for all links
             */
            linkId: string | null;
            /** @description Name of the link; null for API keys without links:read */
            linkName: string | null;
            /**
             * @description Compared period; null for expiry alarms
             * @enum {string|null}
             */
            per: "hour" | "day" | null;
            /**
             * @description How unusual traffic must be; null for expiry alarms
             * @enum {string|null}
             */
            sensitivity: "low" | "medium" | "high" | null;
            /**
             * Format: int64
             * @description Minimum clicks before firing; null for expiry alarms
             */
            minimum: number | null;
            /**
             * Format: int64
             * @description Days of notice before something expires; null for other alarms
             */
            daysBefore: number | null;
            /** @description Recipients */
            emails: components["schemas"]["AlarmAddress"][];
            /** @description IANA time zone of the compared periods and the quiet hours */
            tz: string;
            /** @description Start of quiet hours as HH:MM in `tz`; null for none */
            quietFrom: string | null;
            /** @description End of quiet hours; held alarms are sent as one mail */
            quietTo: string | null;
            /** @description Whether the alarm is active */
            isOn: boolean;
            /**
             * Format: date-time
             * @description Start of the current incident; null for none
             */
            firingSince: string | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        AlarmAddress: {
            /** @description Email address */
            email: string;
            /**
             * Format: date-time
             * @description Time of the recipient's consent; null while it is pending
             */
            confirmedAt: string | null;
        };
        AlarmAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Alarm"];
        };
        AlarmFiring: {
            /**
             * Format: uuid
             * @description ID of the incident
             */
            _id: string;
            /**
             * Format: uuid
             * @description ID of its alarm
             */
            alarmId: string;
            /**
             * @description What the alarm watches for
             * @enum {string}
             */
            kind: "spike" | "drop" | "misses" | "expiring" | "dead";
            /**
             * Format: uuid
             * @description Link that is watched; null for all links
             */
            linkId: string | null;
            /** @description Name of the link; null for API keys without links:read */
            linkName: string | null;
            /**
             * Format: date-time
             * @description Start of the compared period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the compared period
             */
            to: string;
            /**
             * Format: int64
             * @description Clicks or visits in the period, or the number of expiring things
             */
            figure: number;
            /** @description Median of the previous weeks; null for expiry alarms */
            usual: number | null;
            /** @description Expiring things and dead destinations */
            subjects: components["schemas"]["Expiring"][];
            /**
             * Format: date-time
             * @description Detection time
             */
            firedAt: string;
            /**
             * Format: date-time
             * @description End of the first normal period afterwards; null while the incident lasts
             */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description Time of its mail: immediately, or at the end of quiet hours
             */
            mailAt: string;
        };
        AlarmHistoryAnswer: {
            success: boolean;
            data: components["schemas"]["AlarmFiring"][];
        };
        AlarmsAnswer: {
            success: boolean;
            data: components["schemas"]["Alarm"][];
        };
        Analytics: {
            figures: components["schemas"]["AnalyticsFigures"];
            chart: components["schemas"]["ChartPoint"][];
            /**
             * Format: date
             * @description First day (UTC) with single clicks, where lists and filters begin; null if no retention removed any
             */
            clicksSince: string | null;
        };
        AnalyticsAnswer: {
            success: boolean;
            data: components["schemas"]["Analytics"];
        };
        AnalyticsFigures: {
            /**
             * Format: int64
             * @description Counted clicks: of people, or of people and bots
             */
            clicks: number;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
            /**
             * Format: int64
             * @description Clicks of bots
             */
            bots: number;
            /**
             * Format: int64
             * @description Visitors, distinguished within a UTC day and added up over the days
             */
            uniqueVisitors: number;
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description ID of the key
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description Beginning of the key; the rest is not stored */
            prefix: string;
            /** @description Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read */
            scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
            /** @description Only links of this host, empty for the default domain; null for links of all domains */
            domain: string | null;
            /** @description Only links of this group; null for links of all groups */
            groupId: components["schemas"]["ApiKeyGroup"] | null;
            /** @description Only links with this tag, empty if it was deleted; null for all links */
            tag: string | null;
            /** @description Networks that may use the key; empty for all */
            addresses: string[];
            /**
             * Format: int64
             * @description Limit of the key; null for the limit of the account
             */
            requestsPerMinute: number | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, to the hour
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the revocation
             */
            revokedAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ApiKeyAnswer: {
            success: boolean;
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyGroup: {
            /** Format: uuid */
            _id: string;
            name: string | null;
        };
        ApiKeysAnswer: {
            success: boolean;
            data: components["schemas"]["ApiKey"][];
        };
        BotChange: {
            /** @description YYYY-MM-DD */
            day: string;
            /**
             * Format: uuid
             * @description ID of the link
             */
            linkId: string;
            /**
             * Format: int64
             * @description Clicks that would be classified as bots
             */
            toBots: number;
            /**
             * Format: int64
             * @description Clicks that would be classified as people
             */
            toPeople: number;
            /**
             * Format: int64
             * @description Clicks of bots that would have another reason
             */
            otherReasons: number;
        };
        BotFigures: {
            /**
             * Format: int64
             * @description Clicks
             */
            clicks: number;
            /**
             * Format: int64
             * @description Links that were clicked
             */
            links: number;
            /** @description Most clicks first; empty for people */
            kinds: components["schemas"]["BotKind"][];
        };
        BotKind: {
            /** @description Part of the reason before the colon, such as `crawler` */
            kind: string;
            /**
             * Format: int64
             * @description Clicks
             */
            clicks: number;
        };
        BotRules: {
            /**
             * Format: int64
             * @description For changes; 0 if there never were any rules
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            since: string | null;
            /** @description The first match decides */
            verdicts: components["schemas"]["OwnVerdict"][];
            /** @description The workspace's own addresses and networks in CIDR notation */
            addresses: string[];
            /** @description Parameter of the short URL that marks the workspace's own visits */
            parameter: components["schemas"]["OwnParameter"] | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        BotRulesAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["BotRules"];
        };
        BotSample: {
            /**
             * Format: uuid
             * @description ID of the click
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the response
             */
            timestamp: string;
            /** @description Whether it was classified as a bot */
            isBot: boolean;
            /** @description Reason of the classification; empty for people */
            botReason: string;
            /**
             * Format: int64
             * @description Version of the rules; 0 if it was not stored
             */
            rulesVersion: number;
            /** @description As it was sent; empty for none, or if it is no longer stored */
            userAgent: string;
            /** @description Number of the autonomous system; 0 if unknown */
            network: string;
            /** @description Operator of the network; empty if unknown */
            isp: string;
            /** @description Host of the referring page; empty for none */
            referrer: string;
            /** @description Name of the country; empty if unknown */
            country: string;
            /** @description ISO 3166-1 alpha-2; empty if unknown */
            countryCode: string;
            /** @description mobile, desktop, tablet or Unknown */
            device: string;
            /** @description Name of the browser; empty if unknown */
            browser: string;
            /** @description Name of the operating system; empty if unknown */
            operatingSystem: string;
            /**
             * Format: uuid
             * @description ID of the link
             */
            linkId: string;
            /** @description Name of the city; empty if unknown */
            city: string;
            /** @description Name of the region; empty if unknown */
            regionName: string;
            /** @description Version of the browser; empty if unknown */
            browserVersion: string;
        };
        BotSamplesAnswer: {
            success: boolean;
            data: components["schemas"]["BotSample"][];
        };
        BotTop: {
            /** @description Most clicks first */
            rows: components["schemas"]["BotValue"][];
            /**
             * Format: int64
             * @description Number of values
             */
            distinct: number;
        };
        BotTopAnswer: {
            success: boolean;
            data: components["schemas"]["BotTop"];
        };
        BotTrial: {
            /**
             * Format: int64
             * @description Clicks that can be classified again
             */
            classified: number;
            /**
             * Format: int64
             * @description Clicks that would be classified as bots
             */
            toBots: number;
            /**
             * Format: int64
             * @description Clicks that would be classified as people
             */
            toPeople: number;
            /**
             * Format: int64
             * @description Clicks of bots that would have another reason
             */
            otherReasons: number;
            /** @description The 50 days and links with the most changes */
            rows: components["schemas"]["BotChange"][];
        };
        BotTrialAnswer: {
            success: boolean;
            data: components["schemas"]["BotTrial"];
        };
        BotValue: {
            /** @description Number of a network, a user agent as it was sent, a reason, or a referrer */
            value: string;
            /** @description The value, or the operator of the network; empty if unknown */
            name: string;
            /** @description At most ten reasons, such as `crawler: Googlebot`; empty for people */
            reasons: string[];
            /** @description Versions of the rules that classified the clicks */
            rulesVersions: number[];
            /**
             * Format: int64
             * @description Clicks
             */
            clicks: number;
            /**
             * Format: date-time
             * @description Time of the latest click
             */
            lastAt: string;
        };
        BotVerdictInput: {
            /**
             * @description Property that is matched
             * @enum {string}
             */
            field: "agent" | "network" | "referrer";
            /** @description A part of the user agent, the number of a network, or a host with all its subdomains */
            value: string;
            /**
             * @description How matching visitors are classified
             * @enum {string}
             */
            verdict: "person" | "bot";
        };
        Bots: {
            figures: components["schemas"]["BotFigures"];
            chart: components["schemas"]["ChartPoint"][];
        };
        BotsAnswer: {
            success: boolean;
            data: components["schemas"]["Bots"];
        };
        ChangePasswordBody: {
            /** @description Current password */
            currentPassword: string;
            /** @description New password */
            newPassword: string;
            /** @description The new password again, as forms send it */
            confirmPassword?: string | null;
            /** @description Whether to end SQL access too */
            revokeSqlAccess?: boolean | null;
            /** @description Whether to revoke all API keys that you created */
            revokeKeys?: boolean | null;
        };
        ChangedLinksAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Link"][];
        };
        ChartPoint: {
            /** @description Start of an hour in ISO 8601, or first day as YYYY-MM-DD */
            at: string;
            /**
             * Format: int64
             * @description Counted clicks
             */
            clicks: number;
        };
        Click: {
            /**
             * Format: uuid
             * @description Unique among all clicks
             */
            _id: string;
            /**
             * Format: date-time
             * @description Time of the redirect
             */
            timestamp: string;
            /** @description Name of the country in English */
            country: string;
            /** @description ISO 3166-1 alpha-2 */
            countryCode: string;
            /** @description Name of the city in English */
            city: string;
            /** @description Name of the region in English */
            regionName: string;
            /** @description Name of the network's operator */
            isp: string;
            /** @description mobile, desktop, tablet or Unknown */
            device: string;
            /** @description Name of the browser */
            browser: string;
            /** @description Major version of the browser */
            browserVersion: string;
            /** @description Name of the operating system */
            operatingSystem: string;
            /** @description Host; empty for direct visits */
            referrer: string;
            /** @description Whether it was classified as a bot */
            isBot: boolean;
            /** @description Rule of that classification; empty for people */
            botReason: string;
        };
        ClickData: {
            clicks: components["schemas"]["WebhookClick"][];
        };
        ClickExport: {
            /**
             * Format: uuid
             * @description ID of the export
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description URL of the S3 server */
            endpoint: string;
            /** @description Region of the bucket */
            region: string;
            /** @description Name of the bucket */
            bucket: string;
            /** @description Prefix of the keys of all files */
            prefix: string;
            /** @description Whether URLs contain the bucket in the path instead of the host name */
            pathStyle: boolean;
            /** @description ID of the access key; its secret cannot be read */
            accessKeyId: string;
            /**
             * @description Period of each file
             * @enum {string}
             */
            cadence: "hourly" | "daily";
            /** @description Whether visits of bots are exported too */
            bots: boolean;
            /** @description Whether conversions are exported too, in separate files */
            conversions: boolean;
            /**
             * Format: date-time
             * @description Time of the first exported clicks
             */
            from: string;
            /** @description Whether files are written */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description Reason why the last attempt failed; null if it succeeded */
            error: string | null;
            /**
             * Format: date-time
             * @description Start of the current series of failures; null for none
             */
            failingSince: string | null;
            /**
             * Format: int64
             * @description Number of files in the bucket
             */
            filesWritten: number;
            /**
             * Format: int64
             * @description Number of files that will be written
             */
            filesWaiting: number;
            /**
             * Format: date-time
             * @description Time of the last written file
             */
            lastWrittenAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ClickExportAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["ClickExport"];
        };
        ClickExportTrial: {
            /** @description Whether it could be written */
            written: boolean;
            /** @description Whether it could be removed, which exports do not need */
            removed: boolean;
            /** @description Reason of the failure; null for none */
            problem: string | null;
        };
        ClickExportTrialAnswer: {
            success: boolean;
            data: components["schemas"]["ClickExportTrial"];
        };
        ClickExportsAnswer: {
            success: boolean;
            data: components["schemas"]["ClickExport"][];
        };
        ClickLog: {
            clickLogs: components["schemas"]["Click"][];
            stats: components["schemas"]["ClickStats"];
            /** @description Most clicks first */
            topCountries: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topBrowsers: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topOperatingSystems: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topDevices: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topSources: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topReferrers: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topIsps: components["schemas"]["CountedValue"][];
            /** @description All countries, most clicks first */
            clicksByCountry: components["schemas"]["CountryCount"][];
        };
        ClickLogAnswer: {
            success: boolean;
            data: components["schemas"]["ClickLog"];
            pagination: components["schemas"]["Pagination"];
        };
        ClickMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["ClickData"];
            /** @enum {string} */
            type: "click";
        };
        ClickRetention: {
            /** @description Number of days; null for no limit */
            days: number | null;
            /** @description The retention that will replace this one */
            waiting: components["schemas"]["WaitingClickRetention"] | null;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            setAt: string | null;
            /**
             * Format: date
             * @description First day (UTC) with single clicks, where lists, filters and exports begin; null if none were removed
             */
            clicksSince: string | null;
            /**
             * Format: date-time
             * @description Since when older clicks remain because an export must write them first
             */
            heldSince: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ClickRetentionAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["ClickRetention"];
        };
        ClickRetentionPreview: {
            /**
             * Format: date
             * @description Day (UTC) before which single clicks would be removed
             */
            before: string;
            /**
             * Format: int64
             * @description Number of these clicks
             */
            clicks: number;
        };
        ClickRetentionPreviewAnswer: {
            success: boolean;
            data: components["schemas"]["ClickRetentionPreview"];
        };
        ClickStats: {
            /**
             * Format: int64
             * @description Clicks in the range
             */
            totalClicks: number;
            /**
             * Format: int64
             * @description Visitors, distinguished within a UTC day and added up over the days
             */
            uniqueIPs: number;
            /**
             * Format: int64
             * @description Number of countries
             */
            countries: number;
            /**
             * Format: int64
             * @description Number of browsers
             */
            browsers: number;
        };
        CodeCheck: {
            /** @description The code as it would be stored */
            code: string;
            /**
             * @description Whether a new link could have it
             * @enum {string}
             */
            state: "free" | "taken" | "invalid" | "reserved";
            /** @description Why it can't be used, or what it is easily confused with; can be shown to people */
            message: string | null;
            /** @description The workspace's link that has it */
            link: components["schemas"]["CodeOwner"] | null;
            /** @description The workspace's links in the domain whose codes differ by one character or in case */
            near: components["schemas"]["CodeOwner"][];
        };
        CodeCheckAnswer: {
            success: boolean;
            data: components["schemas"]["CodeCheck"];
        };
        CodeOwner: {
            /**
             * Format: uuid
             * @description ID of the link
             */
            _id: string;
            /** @description Name given by the owner */
            name: string;
            /** @description Short code, without the host */
            shortUrl: string;
        };
        CodeProposalsAnswer: {
            success: boolean;
            /** @description At most 3, the best first */
            data: string[];
        };
        CompleteGoogleSignUpBody: {
            email: string;
            name: string;
            googleId: string;
            contactNumber: string;
            password: string;
        };
        CompleteImportBody: {
            parts: number;
        };
        ConfirmSessionBody: {
            /** @description Current password */
            currentPassword?: string | null;
            /** @description Code of the mail, for accounts without a password */
            code?: string | null;
        };
        Conversion: {
            /**
             * Format: uuid
             * @description ID of the conversion
             */
            _id: string;
            /** @description The hop_id with which it was reported */
            clickId: string;
            /**
             * Format: uuid
             * @description ID of the clicked link
             */
            linkId: string;
            /** @description The workspace's name for it; empty for none */
            name: string;
            /** @description The workspace's own ID; null for none */
            eventId: string | null;
            /**
             * Format: int64
             * @description In minor units of the currency
             */
            amount: number | null;
            /** @description ISO 4217 */
            currency: string | null;
            /**
             * Format: int64
             * @description Refunded part of the amount; figures count the rest
             */
            refunded: number;
            /**
             * Format: date-time
             * @description Time of the conversion
             */
            at: string;
            /**
             * Format: date-time
             * @description Time of the click, in seconds
             */
            clickedAt: string;
            /**
             * Format: date-time
             * @description Time of the report
             */
            createdAt: string;
            /** @description Whether its click was found; null during the search, in which no figure counts it */
            matched: boolean | null;
            /**
             * @description Lead or sale
             * @enum {string}
             */
            type: "lead" | "sale";
        };
        ConversionAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Conversion"];
            /** @description False if there was a conversion with this eventId already */
            created: boolean;
        };
        ConversionDay: {
            /**
             * Format: date
             * @description A day of the time zone
             */
            date: string;
            /**
             * Format: int64
             * @description Leads
             */
            leads: number;
            /**
             * Format: int64
             * @description Sales
             */
            sales: number;
            /** @description Revenue of sales by currency, in minor units, largest first */
            revenue: components["schemas"]["MoneyAmount"][];
        };
        ConversionFigures: {
            /**
             * Format: int64
             * @description Leads
             */
            leads: number;
            /**
             * Format: int64
             * @description Sales
             */
            sales: number;
            /** @description Revenue of sales by currency, in minor units, largest first */
            revenue: components["schemas"]["MoneyAmount"][];
            /**
             * Format: int64
             * @description Clicks of people in the same range, with the same filters
             */
            people: number;
            /** @description Leads and sales of people for each of these clicks; null without clicks */
            rate: number | null;
            /** @description Days with conversions */
            byDay: components["schemas"]["ConversionDay"][];
            /** @description Points with conversions, by `interval`; null without an interval */
            chart: components["schemas"]["ConversionPoint"][] | null;
            /** @description By rule and arm for one link; otherwise empty */
            byRoute: components["schemas"]["ConversionRoute"][];
        };
        ConversionFiguresAnswer: {
            success: boolean;
            data: components["schemas"]["ConversionFigures"];
        };
        ConversionPoint: {
            /** @description Start of an hour in ISO 8601, or first day as YYYY-MM-DD */
            at: string;
            /**
             * Format: int64
             * @description Leads
             */
            leads: number;
            /**
             * Format: int64
             * @description Sales
             */
            sales: number;
            /** @description Revenue of sales by currency, in minor units, largest first */
            revenue: components["schemas"]["MoneyAmount"][];
        };
        ConversionRoute: {
            /**
             * Format: int64
             * @description Number of the rule; 0 for none
             */
            rule: number;
            /**
             * Format: int64
             * @description Number of the arm; 0 for none
             */
            arm: number;
            /**
             * Format: int64
             * @description Leads
             */
            leads: number;
            /**
             * Format: int64
             * @description Sales
             */
            sales: number;
            /** @description Revenue of sales by currency, in minor units, largest first */
            revenue: components["schemas"]["MoneyAmount"][];
            /**
             * Format: int64
             * @description Clicks of people in the same range, with the same filters
             */
            people: number;
            /** @description Leads and sales of people for each of these clicks; null without clicks */
            rate: number | null;
        };
        ConversionTopAnswer: {
            success: boolean;
            data: components["schemas"]["ConversionValue"][];
        };
        ConversionValue: {
            /** @description The value, or the ID of a link; empty if unknown */
            value: string;
            /**
             * Format: int64
             * @description Leads
             */
            leads: number;
            /**
             * Format: int64
             * @description Sales
             */
            sales: number;
            /** @description Revenue of sales by currency, in minor units, largest first */
            revenue: components["schemas"]["MoneyAmount"][];
            /**
             * Format: int64
             * @description Clicks of people in the same range, with the same filters
             */
            people: number;
            /** @description Leads and sales of people for each of these clicks; null without clicks */
            rate: number | null;
        };
        ConversionsAnswer: {
            success: boolean;
            data: components["schemas"]["Conversion"][];
            pagination: components["schemas"]["Pagination"];
        };
        CountedValue: {
            /** @description The value as it was recorded */
            _id: string;
            /**
             * Format: int64
             * @description Clicks with this value
             */
            count: number;
            /** @description For referrers and sources: whether it is a host of this installation's short links */
            isOwn?: boolean;
        };
        CountedVisits: {
            /** @description The value */
            _id: string;
            /**
             * Format: int64
             * @description Visits with this value
             */
            count: number;
        };
        CountryCount: {
            /** @description ISO 3166-1 alpha-2 */
            _id: string;
            /** @description Name of the country in English; its code if that is unknown */
            country: string;
            /**
             * Format: int64
             * @description Clicks from this country
             */
            count: number;
        };
        CreateAlarmBody: {
            /**
             * @description What the alarm watches for
             * @enum {string}
             */
            kind: "spike" | "drop" | "misses" | "expiring" | "dead";
            /**
             * Format: uuid
             * @description Link to watch, for spikes and drops; all links by default
             */
            linkId?: string | null;
            /**
             * @description Compared period; hour by default
             * @enum {string|null}
             */
            per?: "hour" | "day" | null;
            /**
             * @description How unusual traffic must be
             * @enum {string|null}
             */
            sensitivity?: "low" | "medium" | "high" | null;
            /** @description Minimum clicks before firing; 20 by default */
            minimum?: number | null;
            /** @description Days of notice before something expires; 7 by default */
            daysBefore?: number | null;
            /** @description IANA time zone of the compared periods and the quiet hours */
            tz?: string | null;
            /** @description Start of quiet hours as HH:MM; null with `quietTo` for none */
            quietFrom?: string | null;
            /** @description End of quiet hours as HH:MM */
            quietTo?: string | null;
            /** @description Whether the alarm is active */
            isOn?: boolean | null;
            /** @description Recipients; new addresses receive a confirmation mail first */
            emails: string[];
        };
        CreateApiKeyBody: {
            /** @description Name for its owner, at most 100 characters */
            name: string;
            /** @description Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read; :write includes :read, links:write includes links:create */
            scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt?: string | null;
            /** @description Only links of this host, empty for the default domain; null for links of all domains */
            domain?: string | null;
            /**
             * Format: uuid
             * @description Only links of this group
             */
            groupId?: string | null;
            /** @description Only links with this tag */
            tag?: string | null;
            /** @description Addresses, and networks in CIDR notation, that may use the key; all by default */
            addresses?: string[] | null;
            /** @description Limit of the key; null for the limit of the account */
            requestsPerMinute?: number | null;
        };
        CreateConversionBody: {
            /** @description The `hop_id` that the destination received */
            clickId: string;
            /** @description Your name for it, at most 200 characters */
            name?: string | null;
            /** @description Your own ID; a second report with it returns the first conversion */
            eventId?: string | null;
            /**
             * Format: int64
             * @description Whole number of minor units, such as cents; required for a sale
             */
            amount?: number | null;
            /** @description ISO 4217, in upper case; required with an amount */
            currency?: string | null;
            /**
             * Format: date-time
             * @description Time of the conversion; now by default
             */
            at?: string | null;
            /**
             * @description Lead or sale
             * @enum {string}
             */
            type: "lead" | "sale";
        };
        CreateDomainBody: {
            /** @description Host name, such as go.example.com */
            name: string;
            /** @description Whether codes are case-insensitive; cannot be changed later */
            ignoresCase?: boolean;
        };
        CreateExportBody: {
            /** @description Name for its owner, at most 100 characters */
            name: string;
            /** @description URL of the S3 server, without a path */
            endpoint: string;
            /**
             * @description Region of the bucket
             * @default us-east-1
             */
            region?: string | null;
            /** @description Name of the bucket */
            bucket: string;
            /**
             * @description Prefix of the keys of all files
             * @default
             */
            prefix?: string | null;
            /**
             * @description Whether URLs contain the bucket in the path instead of the host name
             * @default true
             */
            pathStyle?: boolean;
            /** @description ID of the access key */
            accessKeyId: string;
            /** @description Secret access key, which cannot be read again */
            secret: string;
            /**
             * @description Period of each file
             * @default daily
             * @enum {string}
             */
            cadence?: "hourly" | "daily";
            /** @description Time of the first exported clicks, which may be in the past; now by default */
            from?: string | null;
            /**
             * @description Whether visits of bots are exported too
             * @default false
             */
            bots?: boolean;
            /**
             * @description Whether conversions are exported too, in separate files by their report time
             * @default false
             */
            conversions?: boolean;
        };
        CreateGroupBody: {
            /** @description Name of the group; not unique */
            name: string;
        };
        CreateImportApi: {
            /** @description URL of a self-hosted service; the public service by default */
            address?: string | null;
            /** @description API key; stored encrypted until all is read, never returned */
            key: string;
        };
        CreateImportBody: {
            /**
             * @description Service that the links come from
             * @enum {string}
             */
            source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
            /** @description Name of the file, for display */
            fileName?: string | null;
            /** @description Name within which IDs of links are unique; the file's name or the source's host by default */
            name?: string | null;
            /** @description Domain of links whose own domain is not yours; the domain of new links by default */
            domain?: string | null;
            /** @description Request the source page by page instead of uploading a file */
            api?: components["schemas"]["CreateImportApi"] | null;
        };
        CreateNoteBody: {
            /**
             * Format: date-time
             * @description Point in time, in the years 2000 to 2099
             */
            at: string;
            /** @description One line of at most 500 characters */
            text: string;
            /**
             * Format: uuid
             * @description Link of the note; the whole workspace by default
             */
            linkId?: string | null;
        };
        CreateQrDesignBody: {
            /** @description Unique within its kind */
            name: string;
            /** @description URL query string without the leading `?` */
            query: string;
        };
        CreateReportBody: {
            /** @description Recipient, who has to consent by a link in a mail */
            email: string;
            /**
             * @description How often it is sent
             * @enum {string}
             */
            cadence: "weekly" | "monthly";
            /**
             * @description IANA time zone of its weeks and months
             * @default UTC
             */
            tz?: string;
        };
        CreateSavedQueryBody: {
            /** @description Unique name in the workspace, at most 100 characters */
            name: string;
            /** @description Query in SQL, at most 8000 characters */
            text: string;
        };
        CreateShareBody: {
            /** @description Title of the page */
            name: string;
            /** @description Figures on the page, at least one */
            figures?: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[] | null;
            /** @description Lists on the page, in this order */
            dimensions?: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[] | null;
            /** @description IANA time zone of its days */
            timeZone?: string | null;
            /**
             * Format: date-time
             * @description Nothing before this time is shown; null for no limit
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt?: string | null;
            /** @description Password with 8 to 128 characters; null or empty for none */
            password?: string | null;
            /** @description Sites that may embed the page, such as https://example.com */
            origins?: string[] | null;
            /**
             * @description Scope of the page
             * @enum {string}
             */
            target: "workspace" | "group" | "link";
            /**
             * Format: uuid
             * @description ID of the group or link; null for the workspace
             */
            targetId?: string | null;
        };
        CreateTagBody: {
            /** @description At most 50 characters, without commas */
            name: string;
            /**
             * @description Derived from the name by default
             * @enum {string|null}
             */
            colour?: "gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink" | null;
        };
        CreateUrlBody: {
            /** @description Name for the owner */
            name: string;
            /** @description Destination: an http or https URL */
            originalUrl: string;
            /** @description Short code: 3 to 50 letters, digits, hyphens and underscores; in an own domain 1 to 190 with slashes. If blank or omitted, one is generated */
            shortUrl?: string | null;
            /** @description Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
            domain?: string | null;
            /**
             * Format: uuid
             * @description Group of the link; null removes it from its group
             */
            groupId?: string | null;
            /** @description Names of all tags of the link; unknown tags are created. At most 50; null removes all */
            tags?: string[] | null;
            /** @description Text of several lines for people who manage the link; null or blank removes it */
            note?: string | null;
            /** @description ID of the link in another program, unique in the workspace; null or blank removes it */
            externalId?: string | null;
            /** @description Whether an existing link of the workspace is returned if it has this destination and domain, and the code, external id, group and options as far as they are given. If there is none, one is created */
            findOrCreate?: boolean | null;
            /** @description Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
            notBefore?: string | null;
            /** @description Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
            expiresAt?: string | null;
            /** @description Where the link leads after it expired */
            expiredUrl?: string | null;
            /** @description How many people are redirected, counted from now on, until the link is used up */
            maxClicks?: number | null;
            /** @description Where the link leads when it is used up */
            maxClicksUrl?: string | null;
            /** @description IANA time zone; UTC by default */
            timeZone?: string | null;
            /** @description 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
            password?: string | null;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean | null;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string|null}
             */
            forwardQueryMode?: "theirsWin" | "keepMine" | null;
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean | null;
            /** @description HTTP status of redirects: 301, 302, 307 or 308; 302 by default. One of 301, 302, 307, 308 */
            redirectStatus?: number | null;
            /** @description What crawlers that create previews get */
            preview?: components["schemas"]["LinkPreviewInput"] | null;
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean | null;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean | null;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean | null;
            /** @description All rules in order, at most 32; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRuleInput"][] | null;
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["SplitInput"] | null;
        };
        CreateUrlJobBody: {
            /** @description Ids of links */
            urlIds?: string[];
            /** @description Instead of ids: all links that match when the job starts */
            filter?: components["schemas"]["CreateUrlJobFilter"];
            change: components["schemas"]["CreateUrlJobChange"];
        };
        CreateUrlJobChange: {
            /** @description Destination: an http or https URL */
            originalUrl?: string | null;
            /** @description Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
            domain?: string | null;
            /**
             * Format: uuid
             * @description Group of the link; null removes it from its group
             */
            groupId?: string | null;
            /** @description Names of all tags of the link; unknown tags are created. At most 50; null removes all */
            tags?: string[] | null;
            /** @description Text of several lines for people who manage the link; null or blank removes it */
            note?: string | null;
            /** @description Whether lists leave it out; archived links still redirect */
            isArchived?: boolean | null;
            /** @description Whether it is a favourite of the caller */
            isFavourite?: boolean | null;
            /** @description Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
            notBefore?: string | null;
            /** @description Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
            expiresAt?: string | null;
            /** @description Where the link leads after it expired */
            expiredUrl?: string | null;
            /** @description How many people are redirected, counted from now on, until the link is used up */
            maxClicks?: number | null;
            /** @description Where the link leads when it is used up */
            maxClicksUrl?: string | null;
            /** @description IANA time zone; UTC by default */
            timeZone?: string | null;
            /** @description 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
            password?: string | null;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean | null;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string|null}
             */
            forwardQueryMode?: "theirsWin" | "keepMine" | null;
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean | null;
            /** @description HTTP status of redirects: 301, 302, 307 or 308; 302 by default. One of 301, 302, 307, 308 */
            redirectStatus?: number | null;
            /** @description What crawlers that create previews get */
            preview?: components["schemas"]["LinkPreviewInput"] | null;
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean | null;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean | null;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean | null;
            /** @description All rules in order, at most 32; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRuleInput"][] | null;
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["SplitInput"] | null;
            /** @description Whether the links are active */
            isActive?: boolean | null;
            /** @description Whether the links are deleted with their clicks, which cannot be undone */
            delete?: boolean | null;
            /** @description Names of tags to add; unknown tags are created */
            addTags?: string[] | null;
            /** @description Names of tags to remove */
            removeTags?: string[] | null;
            /** @description Campaign parameters to set in the destination of each link; blank removes one, others stay. So does null */
            utm?: {
                [key: string]: string | null;
            } | null;
        };
        CreateUrlJobFilter: {
            /** @description Part of the name, original URL, code, note, a tag or the domain, ignoring case and accents */
            search?: string | null;
            /** @description Only links that are activated, have not expired and are not used up; false: only the others */
            isActive?: boolean | null;
            /**
             * Format: uuid
             * @description Only links of this group
             */
            groupId?: string | null;
            /** @description Only links of the domain with this name; blank: of the default domain */
            domain?: string | null;
            /** @description Names of tags; an empty list means any link */
            tags?: string[] | null;
            /**
             * @description Which of the tags links must have; any by default
             * @enum {string|null}
             */
            tagsMode?: "any" | "all" | "none" | null;
            /**
             * @description Archived links are left out by default
             * @enum {string|null}
             */
            archived?: "exclude" | "only" | "include" | null;
            /** @description Only favourites of the caller; false: only the others */
            favourite?: boolean | null;
            /** @description Only links with a note; false: only the others */
            hasNote?: boolean | null;
            /** @description Only links whose destination failed its checks; false: only the others */
            deadDestination?: boolean | null;
            /** @description Only the link with this external id */
            externalId?: string | null;
            /**
             * Format: uuid
             * @description Only links created by this user or API key
             */
            creator?: string | null;
            /**
             * Format: date-time
             * @description Only links created at this time or later
             */
            createdFrom?: string | null;
            /**
             * Format: date-time
             * @description Only links created before this time
             */
            createdTo?: string | null;
            /**
             * Format: int64
             * @description Only links with at least this many clicks of all time, bots not included
             */
            clicksMin?: number | null;
            /**
             * Format: int64
             * @description Only links with at most this many clicks of all time, bots not included
             */
            clicksMax?: number | null;
        };
        CreateUrlsBody: {
            urls: components["schemas"]["CreateUrlBody"][];
        };
        CreateUtmTemplateBody: {
            /** @description Unique within its kind */
            name: string;
            /** @description URL query string without the leading `?` */
            query: string;
        };
        CreateViewBody: {
            /** @description Unique within its kind */
            name: string;
            /** @description URL query string without the leading `?` */
            query: string;
        };
        CreateWebhookBody: {
            /** @description URL that receives the messages */
            url: string;
            /** @description Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
            events: ("link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.usedUp" | "link.clicks" | "click" | "domain.lost" | "import.done")[];
            /** @description Name for its owner; the host of its URL by default */
            name?: string | null;
            /** @description With `groupIds`, the links whose events are sent; both empty for all links */
            linkIds?: string[] | null;
            /** @description Groups of links whose events are sent */
            groupIds?: string[] | null;
            /** @description Numbers of clicks that trigger link.clicks */
            clickMilestones?: number[] | null;
            /** @description Whether messages about a link wait until the previous one is delivered or given up */
            ordered?: boolean | null;
        };
        CreatedApiKey: {
            /**
             * Format: uuid
             * @description ID of the key
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description Beginning of the key; the rest is not stored */
            prefix: string;
            /** @description Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read */
            scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
            /** @description Only links of this host, empty for the default domain; null for links of all domains */
            domain: string | null;
            /** @description Only links of this group; null for links of all groups */
            groupId: components["schemas"]["ApiKeyGroup"] | null;
            /** @description Only links with this tag, empty if it was deleted; null for all links */
            tag: string | null;
            /** @description Networks that may use the key; empty for all */
            addresses: string[];
            /**
             * Format: int64
             * @description Limit of the key; null for the limit of the account
             */
            requestsPerMinute: number | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, to the hour
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the revocation
             */
            revokedAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
            /** @description The whole key, which is shown only once */
            key: string;
        };
        CreatedApiKeyAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["CreatedApiKey"];
        };
        CreatedLinkAnswer: {
            success: boolean;
            message: string;
            url: components["schemas"]["Link"];
            data: components["schemas"]["Link"];
            /** @description Whether it was just created; absent unless findOrCreate is true */
            created?: boolean;
        };
        Dashboard: {
            overview: components["schemas"]["DashboardOverview"];
            growth: components["schemas"]["DashboardGrowth"];
            recentActivity: components["schemas"]["LinkSummary"][];
            topPerforming: components["schemas"]["LinkSummary"][];
            groupSummary: components["schemas"]["GroupSummary"][];
        };
        DashboardAnalytics: {
            /** @description The requested period */
            period: string;
            /** @description Links by group, most links first */
            groupDistribution: components["schemas"]["GroupCount"][];
            clicksByDate: components["schemas"]["DayClicks"][];
            urlsByDate: components["schemas"]["DashboardAnalyticsUrlsByDate"][];
        };
        DashboardAnalyticsAnswer: {
            success: boolean;
            data: components["schemas"]["DashboardAnalytics"];
        };
        DashboardAnalyticsUrlsByDate: {
            /** Format: date */
            _id: string;
            /** Format: int64 */
            count: number;
        };
        DashboardAnswer: {
            success: boolean;
            data: components["schemas"]["Dashboard"];
        };
        DashboardGrowth: {
            /** @description Growth of new links, in percent */
            urls: number | null;
            /** @description Growth of clicks, in percent */
            clicks: number | null;
            /** @description Growth of new groups, in percent */
            groups: number | null;
            /** @description Growth of the average click-through rate, in points */
            ctr: number | null;
        };
        DashboardOverview: {
            /**
             * Format: int64
             * @description Links
             */
            totalUrls: number;
            /**
             * Format: int64
             * @description Clicks on all links
             */
            totalClicks: number;
            /**
             * Format: int64
             * @description Groups
             */
            totalGroups: number;
            /**
             * Format: int64
             * @description Links that are switched on, have not expired and are not used up
             */
            activeUrls: number;
            /**
             * Format: int64
             * @description Links that are switched off, have expired or are used up
             */
            expiredUrls: number;
            /** @description Clicked links among active links, in percent with one decimal */
            averageCTR: number;
        };
        DayClicks: {
            /**
             * Format: date
             * @description Calendar day of the requested time zone
             */
            _id: string;
            /**
             * Format: int64
             * @description Number on this day
             */
            clicks: number;
        };
        Decision: {
            /**
             * Format: int64
             * @description Number of the rule that decided; 0 for none
             */
            rule: number;
            /**
             * Format: int64
             * @description Number of the arm that they went to; 0 for none
             */
            arm: number;
            /**
             * Format: int64
             * @description Clicks of people and bots
             */
            clicks: number;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
        };
        DecisionsAnswer: {
            success: boolean;
            data: components["schemas"]["Decision"][];
        };
        Destination: {
            /** @description Title of the page */
            title: string | null;
            /** @description Description of the page in a sentence or two */
            description: string | null;
            /** @description Path on this API that works for a day without authentication; null for none */
            iconUrl: string | null;
            /** @description Path on this API that works for a day without authentication; null for none */
            pictureUrl: string | null;
            /**
             * @description Problem found by the last check
             * @enum {string|null}
             */
            problem: "notFound" | "hostNotFound" | "connectionRefused" | "certificateInvalid" | "serverError" | "noAnswer" | "tooManyRedirects" | null;
            /**
             * Format: date-time
             * @description Time of the last check
             */
            checkedAt: string | null;
            /**
             * Format: date-time
             * @description Time since which checks have failed; null if the last one succeeded
             */
            deadSince: string | null;
        };
        DestinationChecks: {
            /** @description Whether the workspace has enabled checks */
            isOn: boolean;
            /** @description Whether this installation offers checks */
            isOffered: boolean;
            /**
             * Format: int64
             * @description Number of known destinations
             */
            destinations: number;
            /**
             * Format: int64
             * @description Number of unreachable destinations
             */
            dead: number;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        DestinationChecksAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["DestinationChecks"];
        };
        DnsRecord: {
            /** @description Fully qualified name */
            name: string;
            /** @description Value of the record */
            value: string;
            /** @description Whether the last check found this record or an equivalent one */
            isFound: boolean;
            /**
             * @description Type of the record
             * @enum {string}
             */
            type: "TXT" | "CNAME" | "A" | "AAAA" | "ALIAS";
        };
        Domain: {
            /**
             * Format: uuid
             * @description ID of the domain
             */
            _id: string;
            /** @description Host name in lower case, in Punycode */
            name: string;
            /** @description Host name in Unicode */
            displayName: string;
            /**
             * @description Verified and misconfigured domains are served; see `problems`
             * @enum {string}
             */
            state: "pending" | "verified" | "misconfigured" | "lost" | "removed";
            /** @description Whether codes are case-insensitive and stored in lower case */
            ignoresCase: boolean;
            /** @description Whether new links use this domain by default */
            isDefault: boolean;
            /** @description Redirect target of the bare host; null for an empty page */
            rootUrl: string | null;
            /** @description Redirect target of unknown codes; null for an error page */
            unknownUrl: string | null;
            /** @description Redirect target of expired links without their own; null for an error page */
            expiredUrl: string | null;
            /** @description Content of /robots.txt; null for the default */
            robotsTxt: string | null;
            /** @description JSON of /.well-known/apple-app-site-association; null for none */
            appleAppSiteAssociation: string | null;
            /** @description JSON of /.well-known/assetlinks.json; null for none */
            assetLinks: string | null;
            /** @description DNS records to set */
            records: components["schemas"]["DnsRecord"][];
            /** @description Problems and how to fix them; empty if there are none */
            problems: string[];
            /** @description What to know before changing DNS */
            warnings: string[];
            /**
             * Format: date-time
             * @description Time of the last DNS check
             */
            checkedAt: string | null;
            /** @description Null if this installation requests no certificates */
            certificate: components["schemas"]["DomainCertificate"] | null;
            /**
             * Format: int64
             * @description Number of links
             */
            links: number;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        DomainAnswer: {
            success: boolean;
            message?: string;
            domain: components["schemas"]["Domain"];
            data: components["schemas"]["Domain"];
        };
        DomainCertificate: {
            /**
             * @description Whether the domain has a certificate
             * @enum {string}
             */
            state: "none" | "waiting" | "issued" | "failed";
            /**
             * Format: date-time
             * @description Expiry time
             */
            notAfter: string | null;
            /** @description Reason of the last failure, and how to fix it */
            error: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt or renewal
             */
            nextTryAt: string | null;
        };
        DomainLostData: {
            domain: components["schemas"]["DomainLostDataDomain"];
            previous: components["schemas"]["DomainLostDataPrevious"];
        };
        DomainLostDataDomain: {
            /** Format: uuid */
            _id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "verified" | "misconfigured" | "lost" | "removed";
        };
        DomainLostDataPrevious: {
            /** @enum {string} */
            state: "pending" | "verified" | "misconfigured" | "lost" | "removed";
        };
        DomainLostMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["DomainLostData"];
            /** @enum {string} */
            type: "domain.lost";
        };
        DomainsAnswer: {
            success: boolean;
            data: components["schemas"]["Domain"][];
        };
        Done: {
            success: boolean;
            message?: string;
        };
        EditEffect: {
            /**
             * Format: int64
             * @description Number of the edit in the link's history
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the edit: end of the first span and start of the second
             */
            at: string;
            /**
             * Format: date-time
             * @description Start of the first span
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the second span, which excludes this instant
             */
            to: string;
            /**
             * Format: int64
             * @description Clicks in the first span
             */
            before: number;
            /**
             * Format: int64
             * @description Clicks in the second span
             */
            after: number;
            /** @description Whether the second span has not ended yet; both are as long as it has lasted */
            isOngoing: boolean;
            /**
             * Format: int64
             * @description Number of other edits in the spans
             */
            otherEdits: number;
        };
        EditEffectsAnswer: {
            success: boolean;
            data: components["schemas"]["EditEffect"][];
        };
        ExchangeApiKeyBody: {
            /** @description Code from the page that created the key */
            code: string;
            /** @description Text whose SHA-256 is the challenge */
            verifier: string;
        };
        ExchangeGoogleCodeBody: {
            code: string;
        };
        Expiring: {
            /**
             * @description Kind of the thing
             * @enum {string}
             */
            kind: "link" | "dnsMismatch" | "txtMissing" | "ownershipLost" | "certificate" | "destination";
            /**
             * Format: uuid
             * @description ID of the link or domain
             */
            id: string;
            /** @description Name and code of the link, or name of the domain */
            name: string;
            /**
             * Format: date-time
             * @description Expiry time, or time of the failure
             */
            at: string;
        };
        ExportRange: {
            /** Format: int64 */
            files: number;
        };
        ExportRangeAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["ExportRange"];
        };
        ExportedFile: {
            /**
             * Format: date-time
             * @description Start of its period
             */
            startAt: string;
            /** @description Key in the bucket */
            key: string;
            /**
             * @description State of the file
             * @enum {string}
             */
            state: "written" | "empty" | "waiting" | "writing" | "failed";
            /**
             * Format: int64
             * @description Number of clicks or conversions in it
             */
            rows: number | null;
            /**
             * Format: int64
             * @description Size in bytes
             */
            bytes: number | null;
            /**
             * Format: date-time
             * @description Time of the last write
             */
            writtenAt: string | null;
            /** @description Reason why the last attempt failed */
            error: string | null;
            /**
             * Format: date-time
             * @description Time of the next write; null if the file is up to date
             */
            dueAt: string | null;
        };
        ExportedFilesAnswer: {
            success: boolean;
            data: components["schemas"]["ExportedFile"][];
        };
        Failure: {
            success: boolean;
            /** @description Fit to be shown to people */
            message: string;
            error: components["schemas"]["FailureReason"];
        };
        FailureReason: {
            message: string;
            details: components["schemas"]["FailureReasonDetails"];
            /** @enum {string} */
            type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
        };
        FailureReasonDetails: {
            field?: string;
            fields?: components["schemas"]["FieldProblem"][];
            /** @description The login is too old for this call: confirm it by POST /api/auth/confirm, then repeat the call */
            confirm?: boolean;
            /** @description Of a failure that is not the caller's; stands in the log as well */
            requestId?: string;
        };
        FieldProblem: {
            field: string;
            message: string;
        };
        Group: {
            /**
             * Format: uuid
             * @description ID of the group
             */
            _id: string;
            /** @description Version of the group for ifMatch or If-Match */
            etag: string;
            /** @description Name of the group; not unique */
            name: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Number of links
             */
            urlCount: number;
            /**
             * Format: int64
             * @description Null while the analytics database can't be asked
             */
            totalClicks: number | null;
            /** @description The three newest links */
            recentUrls: components["schemas"]["LinkSummary"][];
        };
        GroupAnswer: {
            success: boolean;
            message?: string;
            group: components["schemas"]["Group"];
            data: components["schemas"]["Group"];
        };
        GroupCount: {
            /** @description Name of the group; No Group for links without one */
            groupName: string;
            /**
             * Format: int64
             * @description Links
             */
            count: number;
        };
        GroupReference: {
            /** Format: uuid */
            _id: string;
            name: string;
        };
        GroupStats: {
            /**
             * Format: int64
             * @description Number of links
             */
            totalUrls: number;
            /**
             * Format: int64
             * @description Clicks on these links in the range
             */
            totalClicks: number;
            /** @description Clicks per link, rounded to 2 decimals */
            averageClicks: number;
            /** @description Links, newest first */
            urls: components["schemas"]["Link"][];
        };
        GroupStatsAnswer: {
            success: boolean;
            data: components["schemas"]["GroupStats"];
            pagination: components["schemas"]["Pagination"];
        };
        GroupSummary: {
            /**
             * Format: uuid
             * @description ID of the group
             */
            _id: string;
            /** @description Name of the group */
            name: string;
            /**
             * Format: int64
             * @description Links in the group
             */
            urlCount: number;
            /**
             * Format: int64
             * @description Clicks on the group's links
             */
            totalClicks: number;
        };
        GroupsAnswer: {
            success: boolean;
            data: components["schemas"]["Group"][];
            pagination: components["schemas"]["Pagination"];
        };
        HandOverApiKeyBody: {
            /** @description Name for its owner, at most 100 characters */
            name: string;
            /** @description Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read; :write includes :read, links:write includes links:create */
            scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt?: string | null;
            /** @description Only links of this host, empty for the default domain; null for links of all domains */
            domain?: string | null;
            /**
             * Format: uuid
             * @description Only links of this group
             */
            groupId?: string | null;
            /** @description Only links with this tag */
            tag?: string | null;
            /** @description Addresses, and networks in CIDR notation, that may use the key; all by default */
            addresses?: string[] | null;
            /** @description Limit of the key; null for the limit of the account */
            requestsPerMinute?: number | null;
            /** @description SHA-256 of the program's verifier, in base64url without padding (S256 of RFC 7636) */
            challenge: string;
        };
        HandedOverKey: {
            /**
             * Format: uuid
             * @description ID of the key
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description Beginning of the key; the rest is not stored */
            prefix: string;
            /** @description Any of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read */
            scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
            /** @description Only links of this host, empty for the default domain; null for links of all domains */
            domain: string | null;
            /** @description Only links of this group; null for links of all groups */
            groupId: components["schemas"]["ApiKeyGroup"] | null;
            /** @description Only links with this tag, empty if it was deleted; null for all links */
            tag: string | null;
            /** @description Networks that may use the key; empty for all */
            addresses: string[];
            /**
             * Format: int64
             * @description Limit of the key; null for the limit of the account
             */
            requestsPerMinute: number | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, to the hour
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the revocation
             */
            revokedAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
            /** @description Code for the program, which exchanges it for the key */
            code: string;
            /**
             * Format: date-time
             * @description Expiry time of the code
             */
            codeExpiresAt: string;
        };
        HandedOverKeyAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["HandedOverKey"];
        };
        HistoryAnswer: {
            success: boolean;
            /** @description Oldest first */
            data: components["schemas"]["LinkHistoryEntry"][];
        };
        ImportAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["LinkImport"];
        };
        ImportColumn: {
            /** @description Name of the column */
            name: string;
            /**
             * @description Meaning of the column; null if it is not recognised
             * @enum {string|null}
             */
            use: "code" | "destination" | "title" | "tags" | "expiry" | "password" | "state" | "ignore" | "link" | "domain" | "id" | "externalId" | "note" | "group" | "createdAt" | "notBefore" | "expiredUrl" | "clickLimit" | "archived" | "favourite" | "clicks" | "redirectType" | "forwardQuery" | "indexing" | "rules" | "preview" | "options" | null;
            /** @description Whether a user chose the meaning */
            isChosen: boolean;
            /**
             * Format: int64
             * @description Number of rows with a value
             */
            filled: number;
            /** @description Whether the column may restrict links: they are created inactive if it has a value */
            closes: boolean;
        };
        ImportDoneData: {
            import: components["schemas"]["WebhookImport"];
        };
        ImportDoneMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["ImportDoneData"];
            /** @enum {string} */
            type: "import.done";
        };
        ImportLoss: {
            /**
             * @description Kind of the property
             * @enum {string}
             */
            kind: "password" | "restriction" | "column" | "code" | "domain" | "rules" | "options" | "tags" | "text" | "group" | "date" | "visits";
            /** @description Message for users */
            message: string;
        };
        ImportLossCount: {
            /**
             * @description Kind of the property
             * @enum {string}
             */
            kind: "password" | "restriction" | "column" | "code" | "domain" | "rules" | "options" | "tags" | "text" | "group" | "date" | "visits";
            /**
             * Format: int64
             * @description Number of links
             */
            links: number;
        };
        ImportPartAnswer: {
            success: boolean;
            message: string;
        };
        ImportRow: {
            /**
             * Format: int64
             * @description Position in the import, from 1
             */
            position: number;
            /**
             * Format: int64
             * @description Row of the file; the heading counts
             */
            row: number;
            /** @description Name of the link */
            name: string;
            /** @description Destination */
            originalUrl: string;
            /** @description Code; null if the link gets a generated one */
            shortUrl: string | null;
            /**
             * @description Planned result
             * @enum {string}
             */
            verdict: "create" | "exists" | "rejected";
            /** @description Properties that cannot be imported */
            losses: components["schemas"]["ImportLoss"][];
            /**
             * @description Result; null while pending, and for good if the import was cancelled before
             * @enum {string|null}
             */
            outcome: "done" | "unchanged" | "failed" | null;
            /**
             * Format: uuid
             * @description ID of the created link
             */
            urlId: string | null;
            /** @description Why the row could not be imported */
            error: components["schemas"]["ShortFailureReason"] | null;
        };
        ImportRowsAnswer: {
            success: boolean;
            data: components["schemas"]["ImportRow"][];
            /**
             * Format: int64
             * @description Value of `after` for the next page; null on the last page
             */
            next: number | null;
        };
        ImportedVisits: {
            /**
             * @description Service that counted the visits
             * @enum {string}
             */
            source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
            /**
             * Format: int64
             * @description All visits
             */
            total: number;
            /**
             * Format: int64
             * @description Visits that the source classified as bots
             */
            bots: number;
            /**
             * Format: int64
             * @description Visits of which only the number is known
             */
            undated: number;
            /**
             * Format: date-time
             * @description Time of the first dated visit
             */
            firstAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last dated visit
             */
            lastAt: string | null;
            /** @description By month in UTC, such as 2026-11, in order */
            months: components["schemas"]["CountedVisits"][];
            /** @description By ISO 3166-1 code, at most 10, most visits first */
            countries: components["schemas"]["CountedVisits"][];
            /** @description By referring host, at most 10, most visits first */
            referrers: components["schemas"]["CountedVisits"][];
            /** @description By browser, at most 10, most visits first */
            browsers: components["schemas"]["CountedVisits"][];
            /** @description By device: mobile, desktop or tablet */
            devices: components["schemas"]["CountedVisits"][];
        };
        ImportedVisitsAnswer: {
            success: boolean;
            data: components["schemas"]["ImportedVisits"][];
        };
        ImportsAnswer: {
            success: boolean;
            data: components["schemas"]["LinkImport"][];
        };
        Installation: {
            /**
             * @description What `/` shows: the page about the product, the form that shortens links, or the sign-in page
             * @enum {string}
             */
            landing: "full" | "plain" | "off";
            /** @description Name of another provider that signs users in, such as Google; null for none */
            signInProvider: string | null;
        };
        InstallationAnswer: {
            success: boolean;
            data: components["schemas"]["Installation"];
        };
        LedgerAnswer: {
            success: boolean;
            data: components["schemas"]["LedgerBalance"];
        };
        LedgerBalance: {
            /**
             * Format: int64
             * @description Requests that were answered: recorded and dropped ones
             */
            received: number;
            /**
             * Format: int64
             * @description Counted by redirectors; before `countedSince` the number of stored requests
             */
            recorded: number;
            /**
             * Format: int64
             * @description Recorded requests before `countedSince`, which redirectors did not count separately
             */
            unchecked: number;
            /**
             * Format: int64
             * @description Answered and not recorded, because neither disk nor memory had room
             */
            dropped: number;
            /**
             * Format: int64
             * @description Requests of links that were erased
             */
            erased: number;
            /**
             * Format: int64
             * @description Misses that are older than the retention of single misses
             */
            forgotten: number;
            /**
             * Format: int64
             * @description Recorded in the last minutes and not counted yet
             */
            pending: number;
            /**
             * Format: int64
             * @description Recorded and in no part; negative if the parts contain more; 0 if the ledger balances
             */
            missing: number;
            /** @description Add up to `recorded` with `erased`, `forgotten`, `pending` and `missing` */
            parts: components["schemas"]["LedgerLine"][];
            /**
             * Format: date-time
             * @description Since then redirectors count requests separately from recording them
             */
            countedSince: string;
            /** @description Source of other figures and charts */
            sums: components["schemas"]["LedgerSums"];
            /** @description Whether the clicks agree with the sums */
            sumsAgree: boolean;
        };
        LedgerLine: {
            /**
             * @description The classification
             * @enum {string}
             */
            part: "firstVisit" | "repeat" | "own" | "bot" | "preview" | "head" | "prefetch" | "miss" | "removed";
            /** @description For bots and previews the matching rule, for own visits how they were recognised, for misses why they led nowhere, for removed clicks people or bots */
            reason: string | null;
            /**
             * Format: int64
             * @description Number of requests
             */
            requests: number;
        };
        LedgerRequest: {
            /**
             * Format: uuid
             * @description ID of the request; for a click its ID
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the response
             */
            at: string;
            /** @description For misses: the requested code */
            code: string | null;
            /** @description Reason of the classification */
            explanation: string;
            /** @description ISO 3166-1 alpha-2; empty if unknown */
            countryCode: string;
            /** @description Name of the country; empty if unknown */
            country: string;
            /** @description Name of the city; empty if unknown */
            city: string;
            /** @description mobile, desktop, tablet or Unknown */
            device: string;
            /** @description Name of the browser; empty if unknown */
            browser: string;
            /** @description Name of the operating system; empty if unknown */
            operatingSystem: string;
            /** @description Name of the network; empty if unknown */
            isp: string;
            /** @description Host of the referring page; empty for none */
            referrer: string;
            /** @description The requested link; null if unknown */
            link: components["schemas"]["LinkReference"] | null;
        };
        LedgerRequestsAnswer: {
            success: boolean;
            data: components["schemas"]["LedgerRequest"][];
            /** @description Cursor of the next page; null on the last page */
            next: string | null;
        };
        LedgerSums: {
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
            /**
             * Format: int64
             * @description Clicks of bots
             */
            bots: number;
        };
        Link: {
            /**
             * Format: uuid
             * @description ID of the link
             */
            _id: string;
            /** @description Name given by the owner */
            name: string;
            /** @description Destination */
            originalUrl: string;
            /** @description Short code, without the host */
            shortUrl: string;
            /** @description Note of the owner */
            note: string | null;
            /** @description ID of the link in another program of the owner */
            externalId: string | null;
            /** @description Whether lists leave it out; archived links still redirect */
            isArchived: boolean;
            /** @description Whether its owner has activated it; a banned link leads nowhere even so */
            isActive: boolean;
            /** @description Why an operator has banned it; absent or null unless it is banned */
            banReason?: string;
            /** @description Why visitors get a warning instead of a redirect; absent or null unless a URL is listed as harmful */
            listing?: components["schemas"]["Listing"];
            /** @description Short URL, with its host */
            fullShortUrl: string;
            /** @description Name of its own domain; absent for the default domain */
            domain?: string;
            /**
             * @description State of its own domain; the link leads nowhere unless it is verified or misconfigured. Absent for the default domain
             * @enum {string}
             */
            domainState?: "pending" | "verified" | "misconfigured" | "lost" | "removed";
            groupId: components["schemas"]["GroupReference"] | null;
            /**
             * Format: int64
             * @description Null while the analytics database can't be asked
             */
            noOfClicks: number | null;
            /** @description Names of its tags in order; `GET /api/tags` returns their colours */
            tags: string[];
            /** @description Whether it is a favourite of the caller */
            isFavourite: boolean;
            /** @description What the page at originalUrl says about itself; absent until it has been checked */
            destination?: components["schemas"]["Destination"];
            /**
             * Format: date-time
             * @description Time before which the link leads nowhere
             */
            notBefore?: string;
            /**
             * Format: date-time
             * @description Time at which the link expires
             */
            expiresAt?: string;
            /** @description Where the link leads after it expired; a page by default */
            expiredUrl?: string;
            /**
             * Format: int64
             * @description How many people are redirected, counted from when it was set, until the link is used up
             */
            maxClicks?: number;
            /** @description Where the link leads when it is used up; a page by default */
            maxClicksUrl?: string;
            /** @description IANA time zone of the weekdays and hours in rules; UTC by default */
            timeZone?: string;
            /** @description Whether visitors are asked for a password; absent if they are not */
            hasPassword?: boolean;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string}
             */
            forwardQueryMode?: "keepMine";
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean;
            /**
             * @description HTTP status of redirects: 301, 307 or 308; 302 by default
             * @enum {integer}
             */
            redirectStatus?: 301 | 302 | 307 | 308;
            /** @description What crawlers that create previews get; by default they are redirected */
            preview?: components["schemas"]["LinkPreview"];
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean;
            /** @description Rules in order; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRule"][];
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["Split"];
            /**
             * Format: int64
             * @description How many more people are redirected before the link is used up; absent or null without maxClicks
             */
            visitsLeft?: number;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last edit
             */
            updatedAt: string;
        };
        LinkAnswer: {
            success: boolean;
            message?: string;
            url: components["schemas"]["Link"];
            data: components["schemas"]["Link"];
        };
        LinkAt: {
            /**
             * Format: date-time
             * @description The moment
             */
            at: string;
            /**
             * Format: int64
             * @description Number of the last event up to that moment
             */
            version: number;
            /** @description Name given by the owner */
            name: string;
            /** @description Destination */
            originalUrl: string;
            /** @description Short code, without the host */
            shortUrl: string;
            /** @description Note of the owner */
            note: string | null;
            /** @description ID of the link in another program of the owner */
            externalId: string | null;
            /** @description Whether lists leave it out; archived links still redirect */
            isArchived: boolean;
            /** @description Whether its owner has activated it; a banned link leads nowhere even so */
            isActive: boolean;
            /** @description Why an operator has banned it; absent or null unless it is banned */
            banReason?: string;
            /** @description Why visitors get a warning instead of a redirect; absent or null unless a URL is listed as harmful */
            listing?: components["schemas"]["Listing"];
            /** @description Name of its own domain; absent for the default domain */
            domain?: string;
            /** @description Its group with the current name, or its id if it was deleted */
            groupId: components["schemas"]["GroupReference"] | null;
            /** @description Current names of its tags in order; ids of deleted ones */
            tags: string[];
            /**
             * Format: date-time
             * @description Time before which the link leads nowhere
             */
            notBefore?: string;
            /**
             * Format: date-time
             * @description Time at which the link expires
             */
            expiresAt?: string;
            /** @description Where the link leads after it expired; a page by default */
            expiredUrl?: string;
            /**
             * Format: int64
             * @description How many people are redirected, counted from when it was set, until the link is used up
             */
            maxClicks?: number;
            /** @description Where the link leads when it is used up; a page by default */
            maxClicksUrl?: string;
            /** @description IANA time zone of the weekdays and hours in rules; UTC by default */
            timeZone?: string;
            /** @description Whether visitors are asked for a password; absent if they are not */
            hasPassword?: boolean;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string}
             */
            forwardQueryMode?: "keepMine";
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean;
            /**
             * @description HTTP status of redirects: 301, 307 or 308; 302 by default
             * @enum {integer}
             */
            redirectStatus?: 301 | 302 | 307 | 308;
            /** @description What crawlers that create previews get; by default they are redirected */
            preview?: components["schemas"]["LinkPreview"];
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean;
            /** @description Rules in order; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRule"][];
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["Split"];
            /**
             * @description What it did for visitors, by its own events, which don't say whether a cap was used up or a domain was served
             * @enum {string}
             */
            state: "active" | "inactive" | "scheduled" | "expired" | "usedUp" | "banned" | "unreachable" | "listed";
            /** @description What is different now */
            differences: components["schemas"]["LinkChange"][];
        };
        LinkAtAnswer: {
            success: boolean;
            data: components["schemas"]["LinkAt"];
        };
        LinkChange: {
            /** @description name, originalUrl, shortUrl, domain, group, tags, note, externalId, isArchived, isFavourite, isActive, ban, listing, or the name of an option */
            field: string;
            /** @description Value before; null for none */
            from: string | null;
            /** @description Value after; null for none */
            to: string | null;
        };
        LinkClicksData: {
            link: components["schemas"]["WebhookLink"];
            /**
             * Format: int64
             * @description What was reached
             */
            count?: number;
            /** Format: int64 */
            clicks?: number;
            /** @description true: the link was deleted since, and `link` has its `_id` alone */
            isErased?: boolean;
        };
        LinkClicksMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkClicksData"];
            /** @enum {string} */
            type: "link.clicks";
        };
        LinkCondition: {
            /** @description Holds if all of these hold */
            all?: components["schemas"]["LinkCondition"][];
            /** @description Holds if at least one of these holds */
            any?: components["schemas"]["LinkCondition"][];
            /** @description Holds if this one does not */
            not?: components["schemas"]["LinkCondition"];
            /**
             * @description Property of the visit
             * @enum {string}
             */
            field?: "country" | "region" | "city" | "continent" | "language" | "device" | "os" | "browser" | "referrer" | "query" | "address" | "weekday" | "hour" | "before" | "after" | "visitor";
            /**
             * @description How it is compared
             * @enum {string}
             */
            op?: "in" | "notIn" | "contains" | "matches" | "exists";
            /** @description What it is compared with; empty for exists */
            values?: string[];
            /** @description Name of the parameter; only for the field query */
            name?: string;
        };
        LinkCreatedMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkMessageData"];
            /** @enum {string} */
            type: "link.created";
        };
        LinkDeletedData: {
            link: components["schemas"]["WebhookLink"];
        };
        LinkDeletedMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkDeletedData"];
            /** @enum {string} */
            type: "link.deleted";
        };
        LinkExpiredMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkMessageData"];
            /** @enum {string} */
            type: "link.expired";
        };
        LinkHistoryEntry: {
            /**
             * Format: int64
             * @description Number of the edit, by which it can be reverted
             */
            version: number;
            /**
             * Format: date-time
             * @description Time of the edit
             */
            at: string;
            /** @description Name of the user, or An operator; null for the system */
            by: string | null;
            /** @description Changed fields */
            changes: components["schemas"]["LinkChange"][];
            /** @description Whether a revert would change the current link */
            revertible: boolean;
            /** @description Type of the event; LinkEdited for several at once */
            type: string;
        };
        LinkImport: {
            /**
             * Format: uuid
             * @description ID of the import
             */
            _id: string;
            /**
             * @description Service that the links come from
             * @enum {string}
             */
            source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
            /** @description Given name of the file */
            fileName: string | null;
            /** @description Name within which IDs of links are unique; the file, host or source by default */
            name: string;
            /** @description Columns of the file, or fields of its objects, as far as it is read */
            columns: components["schemas"]["ImportColumn"][];
            /**
             * @description Chosen order of day and month; null if none was chosen
             * @enum {string|null}
             */
            dates: "dayFirst" | "monthFirst" | null;
            /** @description Oddities of the whole file or its columns */
            warnings: string[];
            /**
             * @description Progress
             * @enum {string}
             */
            state: "reading" | "ready" | "running" | "done" | "cancelled" | "failed";
            /**
             * Format: int64
             * @description Number of rows that were read
             */
            total: number;
            /**
             * Format: int64
             * @description Number of links to create, or created
             */
            toCreate: number;
            /**
             * Format: int64
             * @description Number of links that were imported before
             */
            existing: number;
            /**
             * Format: int64
             * @description Number of rows that cannot be imported
             */
            rejected: number;
            /** @description Number of links that lose each kind of property */
            losses: components["schemas"]["ImportLossCount"][];
            /**
             * Format: int64
             * @description Number of created links
             */
            done: number;
            /**
             * Format: int64
             * @description Number of links that could not be created
             */
            failed: number;
            /** @description Why the source cannot be read */
            problem: string | null;
            /**
             * @description Progress of importing visits, which begins after the links are created
             * @enum {string}
             */
            visitsState: "none" | "running" | "done" | "failed" | "cancelled";
            /**
             * Format: int64
             * @description Number of links with visits
             */
            visitsLinks: number;
            /**
             * Format: int64
             * @description Number of these links whose visits are imported
             */
            visitsDone: number;
            /**
             * Format: int64
             * @description Number of imported visits
             */
            visitsImported: number;
            /** @description Why the source is no longer requested: the rest are imported as totals */
            visitsProblem: string | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Completion time
             */
            endedAt: string | null;
        };
        LinkJob: {
            /**
             * Format: uuid
             * @description ID of the job
             */
            _id: string;
            /**
             * Format: uuid
             * @description The job that this job reverts
             */
            undoes: string | null;
            /** @description The requested change */
            change: components["schemas"]["LinkJobChange"];
            /**
             * @description Progress
             * @enum {string}
             */
            state: "waiting" | "running" | "done" | "cancelled";
            /**
             * Format: int64
             * @description Number of links
             */
            total: number;
            /**
             * Format: int64
             * @description Number of changed links
             */
            done: number;
            /**
             * Format: int64
             * @description Number of links that were already as requested
             */
            unchanged: number;
            /**
             * Format: int64
             * @description Number of refused links
             */
            failed: number;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Completion time
             */
            endedAt: string | null;
            /** @description Whether the job made changes that can still be reverted */
            canUndo: boolean;
        };
        LinkJobAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["LinkJob"];
        };
        LinkJobChange: {
            [key: string]: unknown;
        };
        LinkJobResult: {
            /**
             * Format: int64
             * @description Position in the job, from 1
             */
            position: number;
            /**
             * Format: uuid
             * @description ID of the link
             */
            urlId: string;
            /** @description Null if the link was deleted or belongs to another workspace */
            name: string | null;
            /**
             * @description Null while pending, and for good if the job was cancelled before
             * @enum {string|null}
             */
            outcome: "done" | "unchanged" | "failed" | null;
            /** @description Reason of a refusal */
            error: components["schemas"]["ShortFailureReason"] | null;
        };
        LinkJobResultsAnswer: {
            success: boolean;
            data: components["schemas"]["LinkJobResult"][];
            /**
             * Format: int64
             * @description Value of `after` for the next page; null on the last page
             */
            next: number | null;
        };
        LinkJobsAnswer: {
            success: boolean;
            data: components["schemas"]["LinkJob"][];
        };
        LinkMessageData: {
            link: components["schemas"]["WebhookLink"];
            /** @description true: the link was deleted since, and `link` has its `_id` alone */
            isErased?: boolean;
        };
        LinkPreview: {
            /** @description Title */
            title?: string;
            /** @description Text below the title */
            description?: string;
            /** @description URL of an image */
            imageUrl?: string;
        };
        LinkPreviewInput: {
            /** @description Title */
            title?: string | null;
            /** @description Text below the title */
            description?: string | null;
            /** @description URL of an image */
            imageUrl?: string | null;
        };
        LinkReference: {
            /** Format: uuid */
            id: string;
            name: string;
            code: string;
        };
        LinkRule: {
            /** @description Number of the rule, which no other rule of the link ever gets */
            number: number;
            /** @description Name given by the owner; may be empty */
            name: string;
            /** @description Condition that visits must meet */
            when: components["schemas"]["LinkCondition"];
            /** @description Where these visits lead */
            then: components["schemas"]["RuleAction"];
        };
        LinkRuleInput: {
            /** @description Number of a rule that the link has; without it, the rule is new */
            number?: number | null;
            /** @description Name for the owner */
            name?: string | null;
            /** @description Condition that visits must meet */
            when: components["schemas"]["LinkCondition"];
            /** @description Where these visits lead */
            then: components["schemas"]["RuleActionInput"];
        };
        LinkStats: {
            /**
             * Format: int64
             * @description Clicks in the range
             */
            totalClicks: number;
            /**
             * Format: int64
             * @description Visitors, distinguished within a UTC day and added up over the days
             */
            uniqueIPs: number;
            /**
             * Format: int64
             * @description Number of countries
             */
            countries: number;
            /**
             * Format: int64
             * @description Number of browsers
             */
            browsers: number;
            /** @description Clicks by day without gaps, except for days without clicks more than ten years before the last day */
            clicksByDate: components["schemas"]["DayClicks"][];
            /** @description Most clicks first */
            topCountries: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topBrowsers: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topOperatingSystems: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topDevices: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topSources: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topReferrers: components["schemas"]["CountedValue"][];
            /** @description Most clicks first */
            topIsps: components["schemas"]["CountedValue"][];
            /** @description All countries, most clicks first */
            clicksByCountry: components["schemas"]["CountryCount"][];
        };
        LinkStatsAnswer: {
            success: boolean;
            data: components["schemas"]["LinkStats"];
        };
        LinkSummary: {
            /** Format: uuid */
            _id: string;
            /** @description Name given by the owner */
            name: string;
            /** @description Short code, without the host */
            shortUrl: string;
            /** @description Name of its own domain; absent for the default domain */
            domain?: string;
            /**
             * Format: int64
             * @description Null while the analytics database can't be asked
             */
            noOfClicks: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        LinkUpdatedData: {
            link: components["schemas"]["WebhookLink"];
            /** @description What was before of all that has changed; null where there was nothing */
            previous?: {
                [key: string]: unknown;
            };
            /** @description true: the link was deleted since, and `link` has its `_id` alone */
            isErased?: boolean;
        };
        LinkUpdatedMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkUpdatedData"];
            /** @enum {string} */
            type: "link.updated";
        };
        LinkUsedUpMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LinkMessageData"];
            /** @enum {string} */
            type: "link.usedUp";
        };
        LinksAnswer: {
            success: boolean;
            data: components["schemas"]["Link"][];
            pagination: components["schemas"]["Pagination"];
        };
        Listing: {
            /** @description The listed URL */
            url: string;
            /** @description Reason that can be shown to people */
            reason: string;
            /**
             * @description Who lists it
             * @enum {string}
             */
            source: "blocklist" | "checker";
        };
        LiveEvent: {
            /**
             * Format: date-time
             * @description Time of the reading, by the server's clock
             */
            at: string;
            /**
             * Format: int64
             * @description Clicks of people that were counted since the last event; 0 in a window
             */
            people: number;
            /**
             * Format: int64
             * @description Clicks of bots that were counted since the last event; 0 in a window
             */
            bots: number;
            /** @description All of the last 30 minutes in a window, else those that have changed; each replaces that of the same time. Oldest first, without empty ones */
            slices: components["schemas"]["LiveEventSlice"][];
            /** @description Some of the clicks, oldest first; all of them if they are few */
            clicks: components["schemas"]["LiveEventClick"][];
            /**
             * Format: int64
             * @description Number of clicks from which those were chosen
             */
            sampledOf: number;
        };
        LiveEventClick: {
            /**
             * Format: uuid
             * @description Unique among all clicks
             */
            _id: string;
            /**
             * Format: date-time
             * @description Time of the redirect
             */
            timestamp: string;
            /** @description Name of the country in English */
            country: string;
            /** @description ISO 3166-1 alpha-2 */
            countryCode: string;
            /** @description Name of the city in English */
            city: string;
            /** @description Name of the region in English */
            regionName: string;
            /** @description Name of the network's operator */
            isp: string;
            /** @description mobile, desktop, tablet or Unknown */
            device: string;
            /** @description Name of the browser */
            browser: string;
            /** @description Major version of the browser */
            browserVersion: string;
            /** @description Name of the operating system */
            operatingSystem: string;
            /** @description Host; empty for direct visits */
            referrer: string;
            /** @description Whether it was classified as a bot */
            isBot: boolean;
            /** @description Rule of that classification; empty for people */
            botReason: string;
            /**
             * Format: uuid
             * @description ID of the clicked link
             */
            linkId: string;
            /** @description Its name; empty for a deleted link */
            linkName: string;
            /** @description Its code; empty for a deleted link */
            code: string;
        };
        LiveEventSlice: {
            /**
             * Format: date-time
             * @description Start of the 10 seconds
             */
            at: string;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
            /**
             * Format: int64
             * @description Clicks of bots
             */
            bots: number;
            /** @description Most clicks first */
            countries: components["schemas"]["LiveEventSliceCountry"][];
        };
        LiveEventSliceCountry: {
            /** @description ISO 3166-1 alpha-2; empty if unknown */
            code: string;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
            /**
             * Format: int64
             * @description Clicks of bots
             */
            bots: number;
        };
        LiveMiss: {
            /**
             * Format: date-time
             * @description Time of the response
             */
            at: string;
            /** @description Requested code; empty for the host without a code and for unknown hosts */
            code: string;
            /** @description Requested host */
            host: string;
            /** @description Requested path; empty if it was not stored */
            path: string;
            /**
             * @description Why they led nowhere
             * @enum {string}
             */
            reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
            /** @description Host of the referring page; empty for none */
            referrer: string;
            /** @description ISO 3166-1 alpha-2; empty if unknown */
            countryCode: string;
            /** @description Name of the country; empty if unknown */
            country: string;
            /** @description mobile, desktop, tablet or Unknown */
            device: string;
            /** @description Name of the browser; empty if unknown */
            browser: string;
            /** @description Name of the operating system; empty if unknown */
            operatingSystem: string;
            /** @description Whether it was classified as a bot */
            isBot: boolean;
        };
        LiveMisses: {
            /**
             * Format: date-time
             * @description Time of the reading, by the server's clock
             */
            at: string;
            /**
             * Format: int64
             * @description Visits of people
             */
            people: number;
            /**
             * Format: int64
             * @description Visits of bots
             */
            bots: number;
            /** @description Latest first */
            visits: components["schemas"]["LiveMiss"][];
        };
        LoginBody: {
            /** @description E-mail address to sign in with */
            email: string;
            /** @description Password */
            password: string;
        };
        MadeLink: {
            url?: components["schemas"]["Link"];
            /** @description Whether it was just created; absent unless findOrCreate is true */
            created?: boolean;
            /** @description Why the link was refused */
            error?: components["schemas"]["FailureReason"];
        };
        MadeLinksAnswer: {
            success: boolean;
            message: string;
            /** @description A result for each link of the request in its order, with `url` or `error` */
            data: components["schemas"]["MadeLink"][];
        };
        MissFigures: {
            /**
             * Format: int64
             * @description Counted visits: of people, or of people and bots
             */
            visits: number;
            /**
             * Format: int64
             * @description Visits of people
             */
            people: number;
            /**
             * Format: int64
             * @description Visits of bots
             */
            bots: number;
            /** @description Reasons with visits */
            reasons: components["schemas"]["MissReasonCount"][];
        };
        MissPoint: {
            /** @description Start of an hour in ISO 8601, or first day as YYYY-MM-DD */
            at: string;
            /**
             * Format: int64
             * @description Counted visits
             */
            visits: number;
        };
        MissReasonCount: {
            /**
             * @description Why they led nowhere
             * @enum {string}
             */
            reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
            /**
             * Format: int64
             * @description Visits of people
             */
            people: number;
            /**
             * Format: int64
             * @description Visits of bots
             */
            bots: number;
        };
        MissTop: {
            /** @description Most visits first */
            rows: components["schemas"]["MissValue"][];
            /**
             * Format: int64
             * @description Number of known values
             */
            distinct: number;
        };
        MissTopAnswer: {
            success: boolean;
            data: components["schemas"]["MissTop"];
        };
        MissValue: {
            /** @description Empty if unknown or none */
            value: string;
            /**
             * Format: int64
             * @description Counted visits
             */
            visits: number;
        };
        MissedCodes: {
            rows: components["schemas"]["MissedCodesRow"][];
            /**
             * Format: int64
             * @description Number of codes
             */
            distinct: number;
        };
        MissedCodesAnswer: {
            success: boolean;
            data: components["schemas"]["MissedCodes"];
        };
        MissedCodesRow: {
            /** @description Requested code; empty for the host without a code and for unknown hosts */
            code: string;
            /** @description Name of the workspace's domain; null for any other host */
            domain: string | null;
            /** @description Host of the latest visit */
            host: string;
            /**
             * @description Why they led nowhere
             * @enum {string}
             */
            reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
            /**
             * Format: int64
             * @description Counted visits
             */
            visits: number;
            /**
             * Format: date-time
             * @description Time of the latest visit
             */
            lastAt: string;
            /** @description Whether a link with this code would redirect such visitors */
            canCreate: boolean;
            /** @description The requested link, or the link that has the code now */
            link: components["schemas"]["LinkReference"] | null;
            /** @description Own links whose codes differ by one character or in case */
            nearest: components["schemas"]["LinkReference"][];
        };
        Misses: {
            figures: components["schemas"]["MissFigures"];
            chart: components["schemas"]["MissPoint"][];
        };
        MissesAnswer: {
            success: boolean;
            data: components["schemas"]["Misses"];
        };
        MoneyAmount: {
            /** @description ISO 4217 */
            currency: string;
            /**
             * Format: int64
             * @description In minor units of the currency
             */
            amount: number;
        };
        Note: {
            /**
             * Format: uuid
             * @description ID of the note
             */
            _id: string;
            /**
             * Format: uuid
             * @description Link of the note; null for the whole workspace
             */
            linkId: string | null;
            /** @description Name of the link; null for API keys without links:read */
            linkName: string | null;
            /**
             * Format: date-time
             * @description Point in time
             */
            at: string;
            /** @description One line of at most 500 characters */
            text: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        NoteAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Note"];
        };
        NotesAnswer: {
            success: boolean;
            data: components["schemas"]["Note"][];
        };
        Outlet: {
            /**
             * Format: uuid
             * @description ID of the webhook, export, …
             */
            _id: string;
            /**
             * @description What it is
             * @enum {string}
             */
            kind: "webhook" | "export" | "report" | "alarm" | "sharedPage" | "apiKey" | "sqlAccess" | "domainTarget";
            /** @description Address of a report, subject of an alarm, or domain of a domain target */
            name: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description Who created it, replaced its destination, or resumed it last; null if that was not recorded */
            createdBy: components["schemas"]["OutletCreatedBy"] | null;
            /** @description Who last made it send more, to another destination, or again; null for nobody since then */
            widenedBy: components["schemas"]["OutletWidenedBy"] | null;
            /**
             * @description Paused outlets send nothing and grant no access
             * @enum {string}
             */
            state: "active" | "paused";
            /**
             * Format: date-time
             * @description Time of the pause; null for none
             */
            pausedAt: string | null;
        };
        OutletAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Outlet"];
        };
        OutletCreatedBy: {
            /** @description Name of the user; null if the account was deleted */
            user: string | null;
            /** @enum {string} */
            credential: "session" | "apiKey";
            /** Format: uuid */
            credentialId: string;
            /** @description Name of the API key; null for sessions and deleted keys */
            key: string | null;
        };
        OutletWidenedBy: {
            /** @description Name of the user; null if the account was deleted */
            user: string | null;
            /** @enum {string} */
            credential: "session" | "apiKey";
            /** Format: uuid */
            credentialId: string;
            /** @description Name of the API key; null for sessions and deleted keys */
            key: string | null;
            /** Format: date-time */
            at: string;
        };
        OutletsAnswer: {
            success: boolean;
            data: components["schemas"]["Outlet"][];
        };
        OwnParameter: {
            /** @description Its name */
            name: string;
            /** @description Its value, a secret */
            value: string;
        };
        OwnVerdict: {
            /**
             * @description Property that is matched
             * @enum {string}
             */
            field: "agent" | "network" | "referrer";
            /** @description A part of the user agent, the number of a network, or a host with all its subdomains */
            value: string;
            /**
             * @description How matching visitors are classified
             * @enum {string}
             */
            verdict: "person" | "bot";
        };
        Pagination: {
            /** Format: int64 */
            page: number | null;
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            total: number | null;
            /** Format: int64 */
            pages: number | null;
            /** @description For `after`; null on the last page */
            nextCursor: string | null;
        };
        Preset: {
            /**
             * Format: uuid
             * @description ID of the preset
             */
            _id: string;
            /** @description Unique within its kind */
            name: string;
            /** @description URL query string without the leading `?` */
            query: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        PresetAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["Preset"];
        };
        PresetsAnswer: {
            success: boolean;
            data: components["schemas"]["Preset"][];
        };
        RefreshTokenBody: {
            /** @description Refresh token of the session */
            refreshToken: string;
        };
        RefundAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Conversion"];
        };
        RefundConversionBody: {
            /**
             * Format: int64
             * @description Refunded minor units of the sale's currency in total, 0 to its amount
             */
            refunded: number;
        };
        RegisterBody: {
            /** @description Name of the user */
            name: string;
            /** @description E-mail address to sign in with */
            email: string;
            /** @description Telephone number */
            contactNumber: string;
            /** @description Password to sign in with */
            password: string;
            /** @description The same password again */
            confirmPassword: string;
        };
        Replay: {
            /** @description All clicks of the range */
            total: components["schemas"]["ReplayCount"];
            /** @description By rule, in their order */
            rules: components["schemas"]["ReplayedRule"][];
            /** @description Clicks that no rule matches */
            noRule: components["schemas"]["ReplayCount"];
            /** @description Clicks for which the first matching rule cannot be determined */
            undetermined: components["schemas"]["ReplayCount"];
            /** @description Properties in the rules' conditions that are not recorded, or not for every click */
            unavailable: string[];
        };
        ReplayAnswer: {
            success: boolean;
            data: components["schemas"]["Replay"];
        };
        ReplayCount: {
            /**
             * Format: int64
             * @description All clicks
             */
            clicks: number;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
        };
        ReplayUrlBody: {
            /** @description 30 by default */
            days?: number;
            /** @description Proposed rules; those of the link by default */
            rules?: components["schemas"]["LinkRuleInput"][] | null;
        };
        ReplayedRule: {
            /**
             * Format: int64
             * @description Number of the rule
             */
            number: number;
            /** @description Name of the rule */
            name: string;
            /**
             * Format: int64
             * @description All clicks
             */
            clicks: number;
            /**
             * Format: int64
             * @description Clicks of people
             */
            people: number;
        };
        Report: {
            /**
             * Format: uuid
             * @description ID of the report
             */
            _id: string;
            /** @description Recipient */
            email: string;
            /**
             * @description How often it is sent
             * @enum {string}
             */
            cadence: "weekly" | "monthly";
            /** @description IANA time zone of its weeks and months */
            tz: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the recipient's consent; null while it is pending
             */
            confirmedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the next mail; null before the recipient's consent
             */
            dueAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ReportAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Report"];
        };
        ReportsAnswer: {
            success: boolean;
            data: components["schemas"]["Report"][];
        };
        RequestPasswordResetBody: {
            /** @description E-mail address of the account */
            email: string;
        };
        ResendWebhookMessagesBody: {
            /** @description Earliest creation time of the messages */
            since: string;
        };
        ResetPasswordBody: {
            /** @description Token of the mailed link */
            resetToken: string;
            /** @description New password */
            newPassword: string;
        };
        RevertUrlBody: {
            version: number;
        };
        RevokedApiKeyAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["ApiKey"];
        };
        RuleAction: {
            /** @description One destination */
            url?: string;
            /** @description Several destinations */
            split?: components["schemas"]["Split"];
            /** @description Nowhere: visitors get a page that says so */
            blocked?: boolean;
        };
        RuleActionInput: {
            /** @description One destination */
            url?: string | null;
            /** @description Several destinations */
            split?: components["schemas"]["SplitInput"] | null;
            /** @description True leads nowhere: visitors get a page that says so */
            blocked?: boolean | null;
        };
        RunSqlBody: {
            query: string;
            /**
             * @default table
             * @enum {string}
             */
            format?: "table" | "csv" | "parquet";
        };
        SavedQueriesAnswer: {
            success: boolean;
            data: components["schemas"]["SavedQuery"][];
        };
        SavedQuery: {
            /**
             * Format: uuid
             * @description ID of the query
             */
            _id: string;
            /** @description Unique name in the workspace */
            name: string;
            /** @description Query in SQL */
            text: string;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        SavedQueryAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["SavedQuery"];
        };
        SessionAnswer: {
            success: boolean;
            message: string;
            user: components["schemas"]["User"];
            tokens: components["schemas"]["Tokens"];
        };
        SetBotRulesBody: {
            /** @description Version that the caller has seen; the change is rejected if there is a newer one */
            version?: number | null;
            /**
             * @description The first match decides
             * @default []
             */
            verdicts?: components["schemas"]["BotVerdictInput"][];
            /**
             * @description The workspace's own addresses and networks in CIDR notation
             * @default []
             */
            addresses?: string[];
            /** @description Parameter of the short URL that marks the workspace's own visits; none by default */
            parameter?: components["schemas"]["SetBotRulesParameter"] | null;
        };
        SetBotRulesParameter: {
            /** @description Its name */
            name: string;
            /** @description Its value, a secret */
            value: string;
        };
        SetClickRetentionBody: {
            /** @description Null for no limit */
            days: number | null;
        };
        SetDestinationChecksBody: {
            isOn: boolean;
        };
        SetUtmRulesBody: {
            /** @description Whether values of parameters that begin with `utm_` must be in lower case */
            lowerCase: boolean;
            /**
             * @description Allowed values by parameter; other parameters may have any value
             * @default {}
             */
            allowed?: {
                [key: string]: string[];
            };
        };
        Share: {
            /**
             * Format: uuid
             * @description ID of the page
             */
            _id: string;
            /** @description Title of the page */
            name: string;
            /**
             * @description Scope of the page
             * @enum {string}
             */
            target: "workspace" | "group" | "link";
            /**
             * Format: uuid
             * @description ID of the group or link; null for the workspace
             */
            targetId: string | null;
            /** @description Name of the group or link; null for the workspace, and for API keys that may not read it */
            targetName: string | null;
            /** @description Figures on the page */
            figures: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[];
            /** @description Lists on the page, in this order */
            dimensions: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[];
            /** @description IANA time zone of its days */
            timeZone: string;
            /**
             * Format: date-time
             * @description Nothing before this time is shown; null for no limit
             */
            from: string | null;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt: string | null;
            /** @description Whether visitors have to enter a password */
            hasPassword: boolean;
            /** @description Sites that may embed the page */
            origins: string[];
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ShareAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Share"];
        };
        SharedPage: {
            name: string;
            target: components["schemas"]["SharedPageTarget"];
            timeZone: string;
            /** Format: date-time */
            from: string | null;
            /**
             * Format: date
             * @description Where single clicks of the period were removed: the first day (UTC) of the lists
             */
            clicksSince: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** @enum {string} */
            period: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
            /** @enum {string} */
            interval: "hour" | "day" | "week" | "month";
            figures: components["schemas"]["SharedPageFigures"];
            chart: components["schemas"]["ChartPoint"][] | null;
            tops: components["schemas"]["SharedPageTop"][];
        };
        SharedPageAnswer: {
            success: boolean;
            data: components["schemas"]["SharedPage"];
        };
        SharedPageFigures: {
            /** Format: int64 */
            clicks?: number;
            /** Format: int64 */
            uniqueVisitors?: number;
            /** Format: int64 */
            bots?: number;
            /** Format: int64 */
            leads?: number;
            /** Format: int64 */
            sales?: number;
            /** @description By currency, in minor units */
            revenue?: components["schemas"]["MoneyAmount"][];
        };
        SharedPageTarget: {
            /** @enum {string} */
            kind: "workspace" | "group" | "link";
            name: string | null;
            shortUrl: string | null;
        };
        SharedPageTop: {
            /** @enum {string} */
            field: "country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger";
            rows: components["schemas"]["SharedPageTopRow"][];
            /** Format: int64 */
            distinct: number;
        };
        SharedPageTopRow: {
            value: string;
            /** Format: int64 */
            clicks: number;
            /** Format: int64 */
            leads?: number;
            /** Format: int64 */
            sales?: number;
            /** @description By currency, in minor units */
            revenue?: components["schemas"]["MoneyAmount"][];
        };
        SharesAnswer: {
            success: boolean;
            data: components["schemas"]["Share"][];
        };
        ShortFailureReason: {
            /** @description Message for users */
            message: string;
            /**
             * @description Type of the error
             * @enum {string}
             */
            type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
        };
        Split: {
            /** @description 2 to 10 destinations */
            arms: components["schemas"]["SplitArm"][];
            /** @description Whether returning visitors get the same arm */
            sticky: boolean;
        };
        SplitArm: {
            /** @description Number of the arm, which no other arm of the link ever gets */
            number: number;
            /** @description Name given by the owner; may be empty */
            name: string;
            /** @description Destination */
            url: string;
            /** @description Share of the visits: this weight divided by the sum of all weights */
            weight: number;
        };
        SplitArmInput: {
            /** @description Number of an arm that the link has; without it, the arm is new */
            number?: number | null;
            /** @description Name for the owner */
            name?: string | null;
            /** @description An http or https URL */
            url: string;
            /** @description 0 to 1000: share of the visits is this weight divided by the sum of all weights */
            weight: number;
        };
        SplitInput: {
            /** @description 2 to 10 destinations */
            arms: components["schemas"]["SplitArmInput"][];
            /** @description Whether returning visitors get the same arm */
            sticky?: boolean | null;
        };
        SqlConsole: {
            /** @description False if this installation has no console, or has not finished its setup */
            available: boolean;
            views: components["schemas"]["SqlConsoleView"][];
            limits: components["schemas"]["SqlConsoleLimits"];
        };
        SqlConsoleAnswer: {
            success: boolean;
            data: components["schemas"]["SqlConsole"];
        };
        SqlConsoleLimits: {
            /**
             * Format: int64
             * @description Longest duration of a query, unless SETTINGS max_execution_time sets another
             */
            seconds: number;
            /**
             * Format: int64
             * @description Largest value of SETTINGS max_execution_time
             */
            secondsMax: number;
            /** Format: int64 */
            memoryBytes: number;
            /** Format: int64 */
            rowsRead: number;
            /**
             * Format: int64
             * @description Rows of a file
             */
            resultRows: number;
            /** Format: int64 */
            queriesInHour: number;
            /** Format: int64 */
            secondsInHour: number;
            /**
             * Format: int64
             * @description Rows of a table
             */
            shownRows: number;
            /**
             * Format: int64
             * @description Bytes of a table
             */
            shownBytes: number;
            /**
             * Format: int64
             * @description Characters of a query
             */
            textMax: number;
        };
        SqlConsoleView: {
            name: string;
            comment: string;
            columns: components["schemas"]["SqlConsoleViewColumn"][];
        };
        SqlConsoleViewColumn: {
            name: string;
            comment: string;
            /** @description Type in ClickHouse */
            type: string;
        };
        SqlResult: {
            columns: components["schemas"]["SqlResultColumn"][];
            /** @description A value for each column; integers that JSON can't represent are strings */
            rows: unknown[][];
            /** @description Whether there are more rows */
            truncated: boolean;
            /** Format: int64 */
            rowsRead: number;
            /** @description Duration of the query in ClickHouse */
            seconds: number;
        };
        SqlResultAnswer: {
            success: boolean;
            data: components["schemas"]["SqlResult"];
        };
        SqlResultColumn: {
            name: string;
            /** @description Type in ClickHouse */
            type: string;
        };
        Tag: {
            /**
             * Format: uuid
             * @description ID of the tag
             */
            _id: string;
            /** @description Unique in the workspace, ignoring case */
            name: string;
            /**
             * @description Display colour
             * @enum {string}
             */
            colour: "gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink";
            /**
             * Format: int64
             * @description Number of links with this tag, including archived links
             */
            urlCount: number;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        TagAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Tag"];
        };
        TagsAnswer: {
            success: boolean;
            data: components["schemas"]["Tag"][];
        };
        TestData: {
            message: string;
        };
        TestMessage: {
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TestData"];
            /** @enum {string} */
            type: "test";
        };
        Tokens: {
            /** @description Sent in the header `Authorization`, after `Bearer ` */
            accessToken: string;
            /** @description Exchanged for new tokens; works once */
            refreshToken: string;
            /**
             * Format: int64
             * @description Seconds until the access token expires
             */
            expiresIn: number;
            /**
             * Format: int64
             * @description Seconds until the refresh token expires
             */
            refreshExpiresIn: number;
        };
        TokensAnswer: {
            success: boolean;
            tokens: components["schemas"]["Tokens"];
        };
        TopList: {
            rows: components["schemas"]["TopListRow"][];
            /**
             * Format: int64
             * @description Number of known values
             */
            distinct: number;
        };
        TopListAnswer: {
            success: boolean;
            data: components["schemas"]["TopList"];
        };
        TopListRow: {
            /** @description Empty if unknown */
            value: string;
            /**
             * Format: int64
             * @description Counted clicks
             */
            clicks: number;
            /** @description For sources: whether it is a host of this installation's short links */
            isOwn?: boolean;
        };
        Trial: {
            /**
             * @description The outcome
             * @enum {string}
             */
            outcome: "redirect" | "preview" | "blocked" | "notYet" | "expired" | "usedUp" | "uncounted" | "inactive" | "banned" | "unreachable" | "listed" | "password";
            /** @description Destination; null if the visitor gets a page */
            url: string | null;
            /**
             * Format: int64
             * @description Number of the deciding rule; null for none
             */
            rule: number | null;
            /**
             * Format: int64
             * @description Number of the deciding arm; null for none
             */
            arm: number | null;
            /** @description Explanation by rule, and of the final decision */
            explanation: string[];
        };
        TrialAnswer: {
            success: boolean;
            data: components["schemas"]["Trial"];
        };
        TryBotRulesBody: {
            /** @description Proposed verdicts; those of the workspace by default */
            verdicts?: components["schemas"]["BotVerdictInput"][] | null;
        };
        TryUrlBody: {
            /** @description ISO 3166-1 alpha-2; overrides the country of the address */
            country?: string | null;
            /** @description User-Agent of the browser */
            userAgent?: string | null;
            /** @description As in Accept-Language: de-AT,de;q=0.9 */
            language?: string | null;
            /** @description Query string of the short URL */
            query?: string | null;
            /** @description URL of the referring page */
            referrer?: string | null;
            /** @description An IP address */
            address?: string | null;
            /**
             * Format: date-time
             * @description Time of the visit; now by default
             */
            at?: string | null;
            /** @description Proposed rules; those of the link by default */
            rules?: components["schemas"]["LinkRuleInput"][] | null;
        };
        UnlockSharedPageBody: {
            password: string;
        };
        UpdateAlarmBody: {
            /**
             * @description How unusual traffic must be
             * @enum {string|null}
             */
            sensitivity?: "low" | "medium" | "high" | null;
            /** @description Minimum clicks before firing; 20 by default */
            minimum?: number | null;
            /** @description Days of notice before something expires; 7 by default */
            daysBefore?: number | null;
            /** @description IANA time zone of the compared periods and the quiet hours */
            tz?: string | null;
            /** @description Start of quiet hours as HH:MM; null with `quietTo` for none */
            quietFrom?: string | null;
            /** @description End of quiet hours as HH:MM */
            quietTo?: string | null;
            /** @description Whether the alarm is active */
            isOn?: boolean | null;
            /** @description Recipients; new addresses receive a confirmation mail first */
            emails?: string[] | null;
        };
        UpdateDomainBody: {
            /** @description Redirect target of the bare host: an http or https URL */
            rootUrl?: string | null;
            /** @description Redirect target of unknown codes: an http or https URL */
            unknownUrl?: string | null;
            /** @description Redirect target of expired links without their own: an http or https URL */
            expiredUrl?: string | null;
            /** @description Content of /robots.txt, at most 16384 bytes */
            robotsTxt?: string | null;
            /** @description JSON of /.well-known/apple-app-site-association, at most 16384 bytes */
            appleAppSiteAssociation?: string | null;
            /** @description JSON of /.well-known/assetlinks.json, at most 16384 bytes */
            assetLinks?: string | null;
            /** @description Whether new links use this domain by default; replaces the previous default */
            isDefault?: boolean | null;
        };
        UpdateExportBody: {
            /** @description Name for its owner */
            name?: string | null;
            /** @description Whether files are written */
            enabled?: boolean | null;
            /** @description Whether conversions are exported too, in separate files */
            conversions?: boolean | null;
            /** @description ID of a new access key, together with its secret */
            accessKeyId?: string | null;
            /** @description New secret access key */
            secret?: string | null;
        };
        UpdateGroupBody: {
            /** @description Name of the group; not unique */
            name: string;
        };
        UpdateImportBody: {
            /** @description All choices by column name; other columns are recognised by their names */
            columns?: {
                [key: string]: "code" | "destination" | "title" | "tags" | "expiry" | "password" | "state" | "ignore";
            };
            /**
             * @description Which number of a date such as 03/04/2024 is the day
             * @enum {string}
             */
            dates?: "dayFirst" | "monthFirst";
            /** @description Name within which IDs of links are unique */
            name?: string;
        };
        UpdateNoteBody: {
            /**
             * Format: date-time
             * @description Point in time, in the years 2000 to 2099
             */
            at?: string | null;
            /** @description One line of at most 500 characters */
            text?: string | null;
        };
        UpdateProfileBody: {
            /** @description Name of the user */
            name: string;
            /** @description E-mail address to sign in with */
            email: string;
            /** @description Telephone number */
            contactNumber: string;
            /** @description Current password; required if `email` changes */
            currentPassword?: string | null;
        };
        UpdateQrDesignBody: {
            /** @description At most 100 characters */
            name?: string | null;
            /** @description URL query string without the leading `?` */
            query?: string | null;
        };
        UpdateSavedQueryBody: {
            /** @description Unique name in the workspace, at most 100 characters */
            name?: string | null;
            /** @description Query in SQL, at most 8000 characters */
            text?: string | null;
        };
        UpdateShareBody: {
            /** @description Title of the page */
            name?: string | null;
            /** @description Figures on the page, at least one */
            figures?: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[] | null;
            /** @description Lists on the page, in this order */
            dimensions?: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[] | null;
            /** @description IANA time zone of its days */
            timeZone?: string | null;
            /**
             * Format: date-time
             * @description Nothing before this time is shown; null for no limit
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description Expiry time; null for never
             */
            expiresAt?: string | null;
            /** @description Password with 8 to 128 characters; null or empty for none */
            password?: string | null;
            /** @description Sites that may embed the page, such as https://example.com */
            origins?: string[] | null;
        };
        UpdateTagBody: {
            /** @description At most 50 characters, without commas */
            name?: string | null;
            /**
             * @description Display colour
             * @enum {string|null}
             */
            colour?: "gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink" | null;
        };
        UpdateUrlBody: {
            /** @description Name for the owner */
            name?: string | null;
            /** @description Destination: an http or https URL */
            originalUrl?: string | null;
            /** @description Short code; blank keeps the current one */
            shortUrl?: string | null;
            /** @description Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs */
            domain?: string | null;
            /**
             * Format: uuid
             * @description Group of the link; null removes it from its group
             */
            groupId?: string | null;
            /** @description Names of all tags of the link; unknown tags are created. At most 50; null removes all */
            tags?: string[] | null;
            /** @description Text of several lines for people who manage the link; null or blank removes it */
            note?: string | null;
            /** @description ID of the link in another program, unique in the workspace; null or blank removes it */
            externalId?: string | null;
            /** @description Whether lists leave it out; archived links still redirect */
            isArchived?: boolean | null;
            /** @description Whether it is a favourite of the caller */
            isFavourite?: boolean | null;
            /** @description Time before which the link leads nowhere, in ISO 8601; without an offset it is in the time zone of the link */
            notBefore?: string | null;
            /** @description Time at which the link expires, in ISO 8601; without an offset it is in the time zone of the link. A date is valid to its end */
            expiresAt?: string | null;
            /** @description Where the link leads after it expired */
            expiredUrl?: string | null;
            /** @description How many people are redirected, counted from now on, until the link is used up */
            maxClicks?: number | null;
            /** @description Where the link leads when it is used up */
            maxClicksUrl?: string | null;
            /** @description IANA time zone; UTC by default */
            timeZone?: string | null;
            /** @description 4 to 128 characters that visitors are asked for. It cannot be read again: see `hasPassword` */
            password?: string | null;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean | null;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string|null}
             */
            forwardQueryMode?: "theirsWin" | "keepMine" | null;
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean | null;
            /** @description HTTP status of redirects: 301, 302, 307 or 308; 302 by default. One of 301, 302, 307, 308 */
            redirectStatus?: number | null;
            /** @description What crawlers that create previews get */
            preview?: components["schemas"]["LinkPreviewInput"] | null;
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean | null;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean | null;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean | null;
            /** @description All rules in order, at most 32; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRuleInput"][] | null;
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["SplitInput"] | null;
        };
        UpdateUrlsBody: {
            urlIds: string[];
            isActive?: boolean;
            /** Format: uuid */
            groupId?: string | null;
            /** @description Names of tags to add; unknown tags are created */
            addTags?: string[] | null;
            /** @description Names of tags to remove */
            removeTags?: string[] | null;
            isArchived?: boolean | null;
            /** @description Whether the links are favourites of the caller */
            isFavourite?: boolean | null;
        };
        UpdateUtmTemplateBody: {
            /** @description At most 100 characters */
            name?: string | null;
            /** @description URL query string without the leading `?` */
            query?: string | null;
        };
        UpdateViewBody: {
            /** @description At most 100 characters */
            name?: string | null;
            /** @description URL query string without the leading `?` */
            query?: string | null;
        };
        UpdateWebhookBody: {
            /** @description URL that receives the messages */
            url?: string | null;
            /** @description Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
            events?: ("link.created" | "link.updated" | "link.deleted" | "link.expired" | "link.usedUp" | "link.clicks" | "click" | "domain.lost" | "import.done")[] | null;
            /** @description Name for its owner */
            name?: string | null;
            /** @description With `groupIds`, the links whose events are sent; both empty for all links */
            linkIds?: string[] | null;
            /** @description Groups of links whose events are sent */
            groupIds?: string[] | null;
            /** @description Numbers of clicks that trigger link.clicks */
            clickMilestones?: number[] | null;
            /** @description Whether messages about a link wait until the previous one is delivered or given up */
            ordered?: boolean | null;
            /** @description True: messages wait; false: they are sent again, even if the webhook was disabled */
            paused?: boolean | null;
        };
        User: {
            /**
             * Format: uuid
             * @description ID of the account
             */
            _id: string;
            /** @description Name of the user */
            name: string;
            /** @description E-mail address to sign in with */
            email: string;
            /** @description New e-mail address that is not confirmed yet */
            pendingEmail: string | null;
            /** @description Telephone number */
            contactNumber: string;
            /** @description Whether a Google account signs in */
            isGoogleUser: boolean;
            /** @description Whether the e-mail address was confirmed */
            emailVerified: boolean;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last sign-in; null for never
             */
            lastLogin: string | null;
        };
        UserAnswer: {
            success: boolean;
            message?: string;
            user: components["schemas"]["User"];
            data: components["schemas"]["User"];
        };
        UtmRules: {
            /** @description Whether values of parameters that begin with `utm_` must be in lower case */
            lowerCase: boolean;
            /** @description Allowed values by parameter; other parameters may have any value */
            allowed: {
                [key: string]: string[];
            };
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        UtmRulesAnswer: {
            success: boolean;
            message?: string;
            data: components["schemas"]["UtmRules"];
        };
        UtmValues: {
            /**
             * @description The parameter
             * @enum {string}
             */
            field: "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "ref";
            /** @description At most 50 values, the most frequent first */
            values: string[];
        };
        UtmValuesAnswer: {
            success: boolean;
            data: components["schemas"]["UtmValues"][];
        };
        WaitingClickRetention: {
            /** @description Number of days */
            days: number;
            /**
             * Format: date-time
             * @description When it begins; it can be cancelled until then
             */
            from: string;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description ID of the webhook
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description URL that receives the messages */
            url: string;
            /** @description Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
            events: string[];
            /** @description With `groupIds`, the links whose events are sent; both empty for all links */
            linkIds: string[];
            /** @description Groups of links whose events are sent */
            groupIds: string[];
            /** @description Numbers of clicks that trigger link.clicks */
            clickMilestones: number[];
            /** @description Whether messages about a link wait for the previous one */
            ordered: boolean;
            /**
             * @description Whether messages are sent
             * @enum {string}
             */
            state: "active" | "paused" | "disabled";
            /**
             * @description Why it was switched off; null unless it is disabled
             * @enum {string|null}
             */
            disabledReason: "failing" | "gone" | "backlog" | null;
            /**
             * Format: date-time
             * @description Start of the current series of failures; null for none
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Time of the last delivery, to the minute
             */
            succeededAt: string | null;
            /**
             * Format: date-time
             * @description Until then, messages are also signed with the previous secret; null for no previous secret
             */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        WebhookAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["Webhook"];
        };
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description Start time
             */
            at: string;
            /**
             * Format: int64
             * @description Duration
             */
            milliseconds: number;
            /**
             * Format: int64
             * @description HTTP status; null without an answer
             */
            status: number | null;
            /** @description Reason of the failure; null if the attempt succeeded */
            error: string | null;
            /** @description Beginning of the answer */
            response: string | null;
        };
        WebhookCampaign: {
            source: string;
            medium: string;
            campaign: string;
            term: string;
            content: string;
        };
        WebhookClick: {
            /** Format: uuid */
            _id: string;
            /** Format: date-time */
            timestamp: string;
            /** Format: uuid */
            linkId: string;
            shortUrl: string;
            /** @description Absent for the default one */
            domain?: string | null;
            countryCode: string;
            regionName: string;
            city: string;
            device: string;
            browser: string;
            browserVersion: string;
            operatingSystem: string;
            /** @description A host; empty for direct visits */
            referrer: string;
            utm: components["schemas"]["WebhookCampaign"];
            isBot: boolean;
            botReason: string;
            /**
             * Format: int64
             * @description Number of the rule that decided. Absent for none
             */
            rule?: number;
            /** Format: int64 */
            arm?: number;
        };
        WebhookImport: {
            /** Format: uuid */
            _id: string;
            /** @enum {string} */
            source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
            fileName: string | null;
            /** @enum {string} */
            state: "reading" | "ready" | "running" | "done" | "cancelled" | "failed";
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            failed: number;
            /** Format: date-time */
            endedAt: string;
        };
        WebhookLink: {
            /**
             * Format: uuid
             * @description ID of the link
             */
            _id: string;
            /** @description Name given by the owner */
            name?: string;
            /** @description Destination */
            originalUrl?: string;
            /** @description Short code, without the host */
            shortUrl?: string;
            /** @description Note of the owner */
            note?: string | null;
            /** @description ID of the link in another program of the owner */
            externalId?: string | null;
            /** @description Whether lists leave it out; archived links still redirect */
            isArchived?: boolean;
            /** @description Whether its owner has activated it; a banned link leads nowhere even so */
            isActive?: boolean;
            /** @description Why an operator has banned it; absent or null unless it is banned */
            banReason?: string;
            /** @description Why visitors get a warning instead of a redirect; absent or null unless a URL is listed as harmful */
            listing?: components["schemas"]["Listing"];
            /** @description Short URL, with its host */
            fullShortUrl?: string;
            /** @description Name of its own domain; absent for the default domain */
            domain?: string;
            /**
             * @description State of its own domain; the link leads nowhere unless it is verified or misconfigured. Absent for the default domain
             * @enum {string}
             */
            domainState?: "pending" | "verified" | "misconfigured" | "lost" | "removed";
            groupId?: components["schemas"]["GroupReference"] | null;
            /** @description Names of its tags in order; `GET /api/tags` returns their colours */
            tags?: string[];
            /**
             * Format: date-time
             * @description Time before which the link leads nowhere
             */
            notBefore?: string;
            /**
             * Format: date-time
             * @description Time at which the link expires
             */
            expiresAt?: string;
            /** @description Where the link leads after it expired; a page by default */
            expiredUrl?: string;
            /**
             * Format: int64
             * @description How many people are redirected, counted from when it was set, until the link is used up
             */
            maxClicks?: number;
            /** @description Where the link leads when it is used up; a page by default */
            maxClicksUrl?: string;
            /** @description IANA time zone of the weekdays and hours in rules; UTC by default */
            timeZone?: string;
            /** @description Whether visitors are asked for a password; absent if they are not */
            hasPassword?: boolean;
            /** @description Whether the visitor's query is added to the destination */
            forwardQuery?: boolean;
            /**
             * @description Which of two parameters with the same name the destination gets; theirsWin by default
             * @enum {string}
             */
            forwardQueryMode?: "keepMine";
            /** @description Whether the path after the code is added to the destination */
            appendPath?: boolean;
            /**
             * @description HTTP status of redirects: 301, 307 or 308; 302 by default
             * @enum {integer}
             */
            redirectStatus?: 301 | 302 | 307 | 308;
            /** @description What crawlers that create previews get; by default they are redirected */
            preview?: components["schemas"]["LinkPreview"];
            /** @description Whether the short URL followed by + hides the destination */
            hideDestination?: boolean;
            /** @description Whether search engines may index the preview of the link */
            allowIndexing?: boolean;
            /** @description Whether the destination gets the id of the click as the parameter hop_id, for conversions */
            passClickId?: boolean;
            /** @description Rules in order; the first whose condition holds decides */
            rules?: components["schemas"]["LinkRule"][];
            /** @description Where visits lead that no rule applies to, instead of originalUrl */
            split?: components["schemas"]["Split"];
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last edit
             */
            updatedAt?: string;
        };
        WebhookMessage: {
            /**
             * Format: uuid
             * @description ID of the message, sent as webhook-id
             */
            _id: string;
            /**
             * Format: uuid
             * @description Link of the event; null if it is not about a link
             */
            linkId: string | null;
            /**
             * @description State of the delivery
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Attempts since it was created or resent
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if it is due, waiting for another or ended
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Time of the delivery, or of giving up
             */
            endedAt: string | null;
            /**
             * Format: int64
             * @description HTTP status of the last attempt; null without an answer
             */
            status: number | null;
            /** @description Reason why the last attempt failed */
            error: string | null;
            /** @description Name of the event, or test */
            type: string;
        };
        WebhookMessageAnswer: {
            success: boolean;
            data: components["schemas"]["WebhookMessageDetails"];
        };
        WebhookMessageDetails: {
            /**
             * Format: uuid
             * @description ID of the message, sent as webhook-id
             */
            _id: string;
            /**
             * Format: uuid
             * @description Link of the event; null if it is not about a link
             */
            linkId: string | null;
            /**
             * @description State of the delivery
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Attempts since it was created or resent
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if it is due, waiting for another or ended
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Time of the delivery, or of giving up
             */
            endedAt: string | null;
            /**
             * Format: int64
             * @description HTTP status of the last attempt; null without an answer
             */
            status: number | null;
            /** @description Reason why the last attempt failed */
            error: string | null;
            /** @description Body of the request */
            body: string;
            /** @description Attempts, oldest first */
            attemptLog: components["schemas"]["WebhookAttempt"][];
            /** @description Name of the event, or test */
            type: string;
        };
        WebhookMessagesAnswer: {
            success: boolean;
            data: components["schemas"]["WebhookMessage"][];
        };
        WebhookResent: {
            /** Format: int64 */
            messages: number;
        };
        WebhookResentAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["WebhookResent"];
        };
        WebhookSecret: {
            /**
             * Format: uuid
             * @description ID of the webhook
             */
            _id: string;
            /** @description Name for its owner */
            name: string;
            /** @description URL that receives the messages */
            url: string;
            /** @description Any of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
            events: string[];
            /** @description With `groupIds`, the links whose events are sent; both empty for all links */
            linkIds: string[];
            /** @description Groups of links whose events are sent */
            groupIds: string[];
            /** @description Numbers of clicks that trigger link.clicks */
            clickMilestones: number[];
            /** @description Whether messages about a link wait for the previous one */
            ordered: boolean;
            /**
             * @description Whether messages are sent
             * @enum {string}
             */
            state: "active" | "paused" | "disabled";
            /**
             * @description Why it was switched off; null unless it is disabled
             * @enum {string|null}
             */
            disabledReason: "failing" | "gone" | "backlog" | null;
            /**
             * Format: date-time
             * @description Start of the current series of failures; null for none
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Time of the last delivery, to the minute
             */
            succeededAt: string | null;
            /**
             * Format: date-time
             * @description Until then, messages are also signed with the previous secret; null for no previous secret
             */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description Creation time
             */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
            /** @description Key of the signatures; shown only once */
            secret: string;
        };
        WebhookSecretAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["WebhookSecret"];
        };
        WebhookTest: {
            /** Format: uuid */
            messageId: string;
        };
        WebhookTestAnswer: {
            success: boolean;
            message: string;
            data: components["schemas"]["WebhookTest"];
        };
        WebhooksAnswer: {
            success: boolean;
            data: components["schemas"]["Webhook"][];
        };
        WriteExportRangeBody: {
            /** @description Start of the range */
            from: string;
            /** @description End of the range */
            to: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "contactNumber": "+44 20 7946 0000",
                 *       "password": "correct horse battery",
                 *       "confirmPassword": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["LoginBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshTokenBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensAnswer"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    logoutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProfileBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    confirmSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmSessionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    sendConfirmationCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads on */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelEmailChange: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    getInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationAnswer"];
                };
            };
        };
    };
    startGoogleSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads on */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishGoogleSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads on */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exchangeGoogleCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeGoogleCodeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    verifyGoogleSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    completeGoogleSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteGoogleSignUpBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Part of the name, ignoring case and accents */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsAnswer"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Press",
                 *       "colour": "blue"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTagBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAnswer"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "colour": "green"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTagBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAnswer"];
                };
            };
        };
    };
    getDestinationChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationChecksAnswer"];
                };
            };
        };
    };
    setDestinationChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isOn": false
                 *     }
                 */
                "application/json": components["schemas"]["SetDestinationChecksBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationChecksAnswer"];
                };
            };
        };
    };
    getDestinationImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    listUrls: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                /** @description Part of the name, original URL, code, note, a tag or the domain, ignoring case and accents */
                search?: string;
                /** @description Only links that are activated, have not expired and are not used up; false: only the others */
                isActive?: boolean;
                /** @description Only links of this group */
                groupId?: string;
                /** @description Only links of the domain with this name; blank: of the default domain */
                domain?: string;
                /** @description Which of the tags links must have; any by default */
                tagsMode?: "any" | "all" | "none";
                /** @description Archived links are left out by default */
                archived?: "exclude" | "only" | "include";
                /** @description Only favourites of the caller; false: only the others */
                favourite?: boolean;
                /** @description Only links with a note; false: only the others */
                hasNote?: boolean;
                /** @description Only links whose destination failed its checks; false: only the others */
                deadDestination?: boolean;
                /** @description Only the link with this external id */
                externalId?: string;
                /** @description Only links created by this user or API key */
                creator?: string;
                /** @description Names of tags, separated by commas */
                tags?: string;
                /** @description Only links created at this time or later; a date begins in `tz` */
                createdFrom?: string;
                /** @description Only links created before this time, or on this date or before */
                createdTo?: string;
                tz?: string;
                /** @description Only links with at least this many clicks of all time; of bots too with `bots=true` */
                clicksMin?: number;
                /** @description Only links with at most this many clicks of all time; of bots too with `bots=true` */
                clicksMax?: number;
                /** @description What links are sorted by; created by default */
                sort?: "name" | "created" | "clicks" | "updated" | "destination" | "externalId" | "creator" | "group" | "domain" | "tags" | "note" | "state" | "favourite" | "archived" | "expires";
                /** @description By default texts are ascending; clicks, dates and favourites are descending, expiry is ascending */
                order?: "asc" | "desc";
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinksAnswer"];
                };
            };
        };
    };
    createUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Docs",
                 *       "originalUrl": "https://example.com/docs",
                 *       "shortUrl": "",
                 *       "groupId": null
                 *     }
                 */
                "application/json": components["schemas"]["CreateUrlBody"];
            };
        };
        responses: {
            /** @description It was there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLinkAnswer"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLinkAnswer"];
                };
            };
        };
    };
    createUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         {
                 *           "name": "Docs",
                 *           "originalUrl": "https://example.com/docs"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateUrlsBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeLinksAnswer"];
                };
            };
        };
    };
    getUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAnswer"];
                };
            };
        };
    };
    updateUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Manual"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUrlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAnswer"];
                };
            };
        };
    };
    deleteUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    getUrlAt: {
        parameters: {
            query: {
                time: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAtAnswer"];
                };
            };
        };
    };
    updateUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urlIds": [
                 *         "01900000-0000-7000-8000-000000000001"
                 *       ],
                 *       "isActive": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUrlsBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedLinksAnswer"];
                };
            };
        };
    };
    toggleUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAnswer"];
                };
            };
        };
    };
    getUrlHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryAnswer"];
                };
            };
        };
    };
    revertUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 2
                 *     }
                 */
                "application/json": components["schemas"]["RevertUrlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkAnswer"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainsAnswer"];
                };
            };
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "go.example.com",
                 *       "ignoresCase": false
                 *     }
                 */
                "application/json": components["schemas"]["CreateDomainBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAnswer"];
                };
            };
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAnswer"];
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rootUrl": "https://example.com/",
                 *       "isDefault": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateDomainBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAnswer"];
                };
            };
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAnswer"];
                };
            };
        };
    };
    getUrlStats: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                /** @description Name of the browser */
                browser?: string;
                /** @description Name of the system */
                os?: string;
                /** @description mobile, desktop, tablet or Unknown */
                device?: string;
                /** @description Website or app that the referrer belongs to, such as Google; the referrer itself where it is of none */
                source?: string;
                /** @description Host */
                referrer?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkStatsAnswer"];
                };
            };
        };
    };
    getUrlDecisions: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionsAnswer"];
                };
            };
        };
    };
    getUrlEditEffects: {
        parameters: {
            query?: {
                /** @description Length of a span */
                span?: "hour" | "day" | "week" | "month";
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditEffectsAnswer"];
                };
            };
        };
    };
    listUrlClicks: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description ISO 3166-1 alpha-2 */
                country?: string;
                /** @description Name of the browser */
                browser?: string;
                /** @description Name of the system */
                os?: string;
                /** @description mobile, desktop, tablet or Unknown */
                device?: string;
                /** @description Website or app that the referrer belongs to, such as Google; the referrer itself where it is of none */
                source?: string;
                /** @description Host */
                referrer?: string;
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickLogAnswer"];
                };
            };
        };
    };
    followClicks: {
        parameters: {
            query?: {
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the data of each is a LiveEvent. It goes on until the client or the session ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    tryUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "AT",
                 *       "language": "de-AT,de;q=0.9"
                 *     }
                 */
                "application/json": components["schemas"]["TryUrlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialAnswer"];
                };
            };
        };
    };
    replayUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 30
                 *     }
                 */
                "application/json": components["schemas"]["ReplayUrlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                /** @description Part of the name, ignoring case and accents */
                search?: string;
                /** @description Whether to count bots too */
                bots?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupsAnswer"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Press"
                 *     }
                 */
                "application/json": components["schemas"]["CreateGroupBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAnswer"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAnswer"];
                };
            };
        };
    };
    updateGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "News"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateGroupBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAnswer"];
                };
            };
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    getGroupStats: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                /** @description Whether to count bots too */
                bots?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupStatsAnswer"];
                };
            };
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                tz?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAnswer"];
                };
            };
        };
    };
    getDashboardAnalytics: {
        parameters: {
            query?: {
                tz?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
                period?: "24h" | "7d" | "30d" | "90d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAnalyticsAnswer"];
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                interval?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsAnswer"];
                };
            };
        };
    };
    getAnalyticsTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                field: "link" | "source" | "country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger" | "rule" | "arm";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopListAnswer"];
                };
            };
        };
    };
    listConversions: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only conversions of this link */
                linkId?: string;
                /** @description Only leads or only sales */
                type?: "lead" | "sale";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionsAnswer"];
                };
            };
        };
    };
    createConversion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clickId": "AQGLz-VoAHBwnBwfBwAAAAcBkAAAAABwAIAAAAAAAACqZVPxAA",
                 *       "type": "sale",
                 *       "eventId": "order-1042",
                 *       "amount": 4900,
                 *       "currency": "EUR"
                 *     }
                 */
                "application/json": components["schemas"]["CreateConversionBody"];
            };
        };
        responses: {
            /** @description It was there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionAnswer"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionAnswer"];
                };
            };
        };
    };
    deleteConversion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    refundConversion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refunded": 1900
                 *     }
                 */
                "application/json": components["schemas"]["RefundConversionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundAnswer"];
                };
            };
        };
    };
    getConversionFigures: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only conversions of this link */
                linkId?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                /** @description Adds a chart */
                interval?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionFiguresAnswer"];
                };
            };
        };
    };
    getConversionTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only conversions of this link */
                linkId?: string;
                /** @description Includes clicks of bots */
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                field: "link" | "country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger" | "rule" | "arm";
                limit?: number;
                /** @description Only these values; may be repeated */
                value?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionTopAnswer"];
                };
            };
        };
    };
    getBots: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Returns clicks that were classified as people instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                /** @description Reason as answers contain it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description User agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system; 0 for unknown ones */
                network?: string;
                interval?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotsAnswer"];
                };
            };
        };
    };
    getBotTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Returns clicks that were classified as people instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                /** @description Reason as answers contain it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description User agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system; 0 for unknown ones */
                network?: string;
                field: "reason" | "agent" | "network" | "referrer";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotTopAnswer"];
                };
            };
        };
    };
    listBotSamples: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Returns clicks that were classified as people instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
                /** @description Reason as answers contain it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description User agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system; 0 for unknown ones */
                network?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotSamplesAnswer"];
                };
            };
        };
    };
    getBotRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotRulesAnswer"];
                };
            };
        };
    };
    setBotRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdicts": [
                 *         {
                 *           "field": "agent",
                 *           "value": "OurMonitor/",
                 *           "verdict": "bot"
                 *         }
                 *       ],
                 *       "addresses": [
                 *         "203.0.113.0/24"
                 *       ],
                 *       "parameter": {
                 *         "name": "me",
                 *         "value": "it-is-us"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetBotRulesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotRulesAnswer"];
                };
            };
        };
    };
    tryBotRules: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdicts": [
                 *         {
                 *           "field": "agent",
                 *           "value": "OurMonitor/",
                 *           "verdict": "bot"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TryBotRulesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotTrialAnswer"];
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only notes about these links and about the whole workspace */
                linkId?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesAnswer"];
                };
            };
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at": "2026-11-24T09:00:00Z",
                 *       "text": "Newsletter sent"
                 *     }
                 */
                "application/json": components["schemas"]["CreateNoteBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnswer"];
                };
            };
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Second newsletter sent"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateNoteBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteAnswer"];
                };
            };
        };
    };
    getSharedPage: {
        parameters: {
            query?: {
                period?: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPageAnswer"];
                };
            };
        };
    };
    unlockSharedPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["UnlockSharedPageBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    followSharedPage: {
        parameters: {
            query?: {
                period?: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string[];
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the data of each is a SharedPage. It goes on until the client or the session ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharesAnswer"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring campaign",
                 *       "target": "workspace",
                 *       "figures": [
                 *         "clicks",
                 *         "chart"
                 *       ],
                 *       "dimensions": [
                 *         "country"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateShareBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressedShareAnswer"];
                };
            };
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareAnswer"];
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2099-01-01T00:00:00Z",
                 *       "password": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateShareBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareAnswer"];
                };
            };
        };
    };
    renewShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressedShareAnswer"];
                };
            };
        };
    };
    getMisses: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Includes visits of bots */
                bots?: boolean;
                /** @description Why they led nowhere */
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                /** @description Requested code */
                code?: string;
                /** @description Host of the referring page; empty for none */
                referrer?: string;
                /** @description Requested host */
                host?: string;
                /** @description ISO 3166-1 alpha-2; empty for unknown */
                country?: string;
                interval?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissesAnswer"];
                };
            };
        };
    };
    listMissedCodes: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Includes visits of bots */
                bots?: boolean;
                /** @description Why they led nowhere */
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                /** @description Requested code */
                code?: string;
                /** @description Host of the referring page; empty for none */
                referrer?: string;
                /** @description Requested host */
                host?: string;
                /** @description ISO 3166-1 alpha-2; empty for unknown */
                country?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissedCodesAnswer"];
                };
            };
        };
    };
    getMissTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Includes visits of bots */
                bots?: boolean;
                /** @description Why they led nowhere */
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                /** @description Requested code */
                code?: string;
                /** @description Host of the referring page; empty for none */
                referrer?: string;
                /** @description Requested host */
                host?: string;
                /** @description ISO 3166-1 alpha-2; empty for unknown */
                country?: string;
                field: "referrer" | "host" | "country";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissTopAnswer"];
                };
            };
        };
    };
    followMisses: {
        parameters: {
            query?: {
                /** @description Includes visits of bots */
                bots?: boolean;
                /** @description Why they led nowhere */
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                /** @description Requested code */
                code?: string;
                /** @description Host of the referring page; empty for none */
                referrer?: string;
                /** @description Requested host */
                host?: string;
                /** @description ISO 3166-1 alpha-2; empty for unknown */
                country?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events; the data of each is a LiveMisses. It goes on until the client or the session ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    checkCode: {
        parameters: {
            query: {
                code: string;
                /** @description A host. Blank: the default domain. Absent: the one that is chosen for new links */
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeCheckAnswer"];
                };
            };
        };
    };
    proposeCodes: {
        parameters: {
            query: {
                /** @description The destination */
                url: string;
                /** @description Title of its page */
                title?: string;
                /** @description A host. Blank: the default domain. Absent: the one that is chosen for new links */
                domain?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeProposalsAnswer"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Deploy script",
                 *       "scopes": [
                 *         "links:create"
                 *       ],
                 *       "expiresAt": "2099-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
        };
    };
    getCurrentApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
        };
    };
    revokeCurrentApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKeyAnswer"];
                };
            };
        };
    };
    handOverApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Command line",
                 *       "scopes": [
                 *         "links:write"
                 *       ],
                 *       "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                 *     }
                 */
                "application/json": components["schemas"]["HandOverApiKeyBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandedOverKeyAnswer"];
                };
            };
        };
    };
    exchangeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeApiKeyBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKeyAnswer"];
                };
            };
        };
    };
    listUtmValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtmValuesAnswer"];
                };
            };
        };
    };
    getUtmRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtmRulesAnswer"];
                };
            };
        };
    };
    setUtmRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lowerCase": true,
                 *       "allowed": {
                 *         "utm_medium": [
                 *           "email",
                 *           "print"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetUtmRulesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtmRulesAnswer"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetsAnswer"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Favourites",
                 *       "query": "favourite=1&sort=clicks-desc"
                 *     }
                 */
                "application/json": components["schemas"]["CreateViewBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Favourites, all of them"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateViewBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    listUtmTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetsAnswer"];
                };
            };
        };
    };
    createUtmTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Newsletter",
                 *       "query": "utm_source=newsletter&utm_medium=email"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUtmTemplateBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    deleteUtmTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateUtmTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Newsletter, all of them"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUtmTemplateBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    listQrDesigns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetsAnswer"];
                };
            };
        };
    };
    createQrDesign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Posters",
                 *       "query": "dark=%230b3d2e&shape=dots&level=H"
                 *     }
                 */
                "application/json": components["schemas"]["CreateQrDesignBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    deleteQrDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateQrDesign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Posters, all of them"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateQrDesignBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetAnswer"];
                };
            };
        };
    };
    getLedger: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only requests of this link; all of the account by default */
                linkId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAnswer"];
                };
            };
        };
    };
    listLedgerRequests: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Only requests of this link; all of the account by default */
                linkId?: string;
                part: "firstVisit" | "repeat" | "own" | "bot" | "preview" | "head" | "prefetch" | "miss" | "removed";
                /** @description For bots, previews and misses: exactly this reason, as in the ledger */
                reason?: string;
                limit?: number;
                /** @description Cursor of the previous page */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerRequestsAnswer"];
                };
            };
        };
    };
    describeSql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlConsoleAnswer"];
                };
            };
        };
    };
    runSql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day ORDER BY day",
                 *       "format": "table"
                 *     }
                 */
                "application/json": components["schemas"]["RunSqlBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlResultAnswer"];
                    "text/csv; charset=utf-8": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    cancelSql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    listSavedQueries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueriesAnswer"];
                };
            };
        };
    };
    createSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Clicks by day",
                 *       "text": "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSavedQueryBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueryAnswer"];
                };
            };
        };
    };
    deleteSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateSavedQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Clicks of each day"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSavedQueryBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedQueryAnswer"];
                };
            };
        };
    };
    listUrlJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobsAnswer"];
                };
            };
        };
    };
    createUrlJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filter": {
                 *         "search": "spring"
                 *       },
                 *       "change": {
                 *         "isActive": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateUrlJobBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobAnswer"];
                };
            };
        };
    };
    getUrlJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobAnswer"];
                };
            };
        };
    };
    listUrlJobResults: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Position after which the page begins */
                after?: number;
                /** @description Only links with this result */
                outcome?: "done" | "unchanged" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobResultsAnswer"];
                };
            };
        };
    };
    undoUrlJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobAnswer"];
                };
            };
        };
    };
    cancelUrlJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkJobAnswer"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsAnswer"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "bitly",
                 *       "fileName": "links.csv"
                 *     }
                 */
                "application/json": components["schemas"]["CreateImportBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    completeImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parts": 1
                 *     }
                 */
                "application/json": components["schemas"]["CompleteImportBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": {
                 *         "Shortened": "code",
                 *         "Internal": "ignore"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateImportBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Position after which the page begins */
                after?: number;
                /** @description Rows to list */
                only?: "all" | "losses" | "rejected" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportRowsAnswer"];
                };
            };
        };
    };
    listImportedVisits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedVisitsAnswer"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportsAnswer"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "team@example.com",
                 *       "cadence": "weekly",
                 *       "tz": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReportBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    tryReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    showConfirmReport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    confirmReport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showStopReport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    stopReport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    listAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmsAnswer"];
                };
            };
        };
    };
    createAlarm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "spike",
                 *       "per": "hour",
                 *       "sensitivity": "medium",
                 *       "emails": [
                 *         "team@example.com"
                 *       ],
                 *       "tz": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAlarmBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmAnswer"];
                };
            };
        };
    };
    listAlarmFirings: {
        parameters: {
            query?: {
                /** @description Only incidents of this alarm */
                alarm?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmHistoryAnswer"];
                };
            };
        };
    };
    deleteAlarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateAlarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quietFrom": "22:00",
                 *       "quietTo": "07:00"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAlarmBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlarmAnswer"];
                };
            };
        };
    };
    tryAlarm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    showConfirmAlarm: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    confirmAlarm: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showStopAlarm: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    stopAlarm: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickExportsAnswer"];
                };
            };
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "endpoint": "https://s3.eu-central-1.amazonaws.com",
                 *       "region": "eu-central-1",
                 *       "bucket": "our-clicks",
                 *       "prefix": "hoplog",
                 *       "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                 *       "secret": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                 *       "cadence": "daily",
                 *       "from": "2026-01-01"
                 *     }
                 */
                "application/json": components["schemas"]["CreateExportBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickExportAnswer"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateExportBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickExportAnswer"];
                };
            };
        };
    };
    tryExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickExportTrialAnswer"];
                };
            };
        };
    };
    listExportFiles: {
        parameters: {
            query?: {
                /** @description Only periods that begin before this time: the last `startAt` of the previous page */
                before?: string;
                /** @description Number of files, at most 100 */
                limit?: number;
                /** @description Content of the files */
                content?: "clicks" | "conversions";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedFilesAnswer"];
                };
            };
        };
    };
    writeExportRange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-01",
                 *       "to": "2026-02-01"
                 *     }
                 */
                "application/json": components["schemas"]["WriteExportRangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportRangeAnswer"];
                };
            };
        };
    };
    getClickRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickRetentionAnswer"];
                };
            };
        };
    };
    setClickRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 365
                 *     }
                 */
                "application/json": components["schemas"]["SetClickRetentionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickRetentionAnswer"];
                };
            };
        };
    };
    previewClickRetention: {
        parameters: {
            query: {
                days: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickRetentionPreviewAnswer"];
                };
            };
        };
    };
    cancelClickRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClickRetentionAnswer"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksAnswer"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/webhooks",
                 *       "events": [
                 *         "link.created",
                 *         "link.updated",
                 *         "link.deleted"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestAnswer"];
                };
            };
        };
    };
    resendWebhookMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ResendWebhookMessagesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResentAnswer"];
                };
            };
        };
    };
    listWebhookMessages: {
        parameters: {
            query?: {
                /** @description Only messages in this state */
                state?: "pending" | "delivered" | "failed";
                /** @description Only messages before this one: the last id of the previous page */
                before?: string;
                /** @description Number of messages, at most 100 */
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessagesAnswer"];
                };
            };
        };
    };
    getWebhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessageAnswer"];
                };
            };
        };
    };
    resendWebhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    listOutlets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutletsAnswer"];
                };
            };
        };
    };
    resumeOutlet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "webhook" | "export" | "report" | "alarm" | "sharedPage" | "apiKey" | "sqlAccess" | "domainTarget";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutletAnswer"];
                };
            };
        };
    };
    deleteOutlet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "webhook" | "export" | "report" | "alarm" | "sharedPage" | "apiKey" | "sqlAccess" | "domainTarget";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutletAnswer"];
                };
            };
        };
    };
    sendImportPart: {
        parameters: {
            query: {
                part: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPartAnswer"];
                };
            };
        };
    };
}
