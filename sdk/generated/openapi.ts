export interface components {
    schemas: {
        Failure: {
            /** @constant */
            success: false;
            /** @description Fit to be shown to people */
            message: string;
            error: {
                /** @enum {string} */
                type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
                message: string;
                details: {
                    field?: string;
                    fields?: {
                        field: string;
                        message: string;
                    }[];
                    /**
                     * @description The login is too old for this call: confirm it by POST /api/auth/confirm, then repeat the call
                     * @constant
                     */
                    confirm?: true;
                    /** @description Of a failure that is not the caller's; stands in the log as well */
                    requestId?: string;
                };
            };
        };
        Done: {
            /** @constant */
            success: true;
            message?: string;
        };
        User: {
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            /** @description A new address that has not been confirmed yet */
            pendingEmail: string | null;
            contactNumber: string;
            isGoogleUser: boolean;
            emailVerified: boolean;
            /** Format: date-time */
            createdAt: string;
            lastLogin: string | null;
        };
        UserAnswer: {
            /** @constant */
            success: true;
            message?: string;
            user: components["schemas"]["User"];
            data: components["schemas"]["User"];
        };
        SessionAnswer: {
            /** @constant */
            success: true;
            message: string;
            user: components["schemas"]["User"];
            tokens: {
                accessToken: string;
                /** @description Works once */
                refreshToken: string;
                /** @description Seconds */
                expiresIn: number;
                /** @description Seconds */
                refreshExpiresIn: number;
            };
        };
        TokensAnswer: {
            /** @constant */
            success: true;
            tokens: {
                accessToken: string;
                /** @description Works once */
                refreshToken: string;
                /** @description Seconds */
                expiresIn: number;
                /** @description Seconds */
                refreshExpiresIn: number;
            };
        };
        InstallationAnswer: {
            /** @constant */
            success: true;
            data: {
                /**
                 * @description What / is: the page about the product, the form that shortens, or the way to sign in
                 * @enum {string}
                 */
                landing: "full" | "plain" | "off";
                /** @description Who else than hoplog signs users in, such as Google; null for nobody */
                signInProvider: string | null;
            };
        };
        TagAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @enum {string} */
                colour: "gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink";
                /** @description Links that have it, archived ones too */
                urlCount: number;
                /** Format: date-time */
                createdAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        TagsAnswer: {
            /** @constant */
            success: true;
            /** @description By name */
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @enum {string} */
                colour: "gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink";
                /** @description Links that have it, archived ones too */
                urlCount: number;
                /** Format: date-time */
                createdAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            }[];
        };
        DestinationChecksAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                /** @description Whether the workspace wants it */
                isOn: boolean;
                /** @description Whether the operator offers it */
                isOffered: boolean;
                /** @description Those that are known */
                destinations: number;
                dead: number;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        Link: {
            /** Format: uuid */
            _id: string;
            name: string;
            originalUrl: string;
            /** @description The short code, without the host */
            shortUrl: string;
            fullShortUrl: string;
            /** @description The domain that the link is in. Absent for the default one */
            domain?: string;
            /**
             * @description The link leads nowhere unless its domain is verified or misconfigured. Absent for the default one
             * @enum {string}
             */
            domainState?: "pending" | "verified" | "misconfigured" | "lost" | "removed";
            groupId: {
                /** Format: uuid */
                _id: string;
                name: string;
            } | null;
            /** @description Null while the analytics database can't be asked */
            noOfClicks: number | null;
            /** @description Names, in their order; `GET /api/tags` says how they are coloured */
            tags: string[];
            note: string | null;
            /** @description What a program of the owner's calls it */
            externalId: string | null;
            /** @description Left out of lists; it goes on redirecting */
            isArchived: boolean;
            /** @description Of the person who asks */
            isFavourite: boolean;
            isActive: boolean;
            /** @description Why an operator has banned it: it leads nowhere. Absent unless it is */
            banReason?: string;
            /** @description One of its URLs is listed as harmful: visitors get a warning. Absent unless one is */
            listing?: {
                url: string;
                reason: string;
                /** @enum {string} */
                source: "blocklist" | "checker";
            };
            /** @description What the page at originalUrl says of itself. Absent until it has been asked */
            destination?: {
                title: string | null;
                description: string | null;
                /** @description A path of this api, good for a day: no secret is needed for it */
                iconUrl: string | null;
                /** @description A path of this api, good for a day: no secret is needed for it */
                pictureUrl: string | null;
                /** @description What was wrong at the last check */
                problem: ("notFound" | "hostNotFound" | "connectionRefused" | "certificateInvalid" | "serverError" | "noAnswer" | "tooManyRedirects") | null;
                checkedAt: string | null;
                /** @description Since when visitors don't get there, as far as checks say */
                deadSince: string | null;
            };
            /** Format: date-time */
            notBefore?: string;
            /** Format: date-time */
            expiresAt?: string;
            expiredUrl?: string;
            maxClicks?: number;
            maxClicksUrl?: string;
            timeZone?: string;
            /**
             * @description Visitors are asked for a password. Absent unless they are
             * @constant
             */
            hasPassword?: true;
            /** @constant */
            forwardQuery?: true;
            /** @constant */
            forwardQueryMode?: "keepMine";
            /** @constant */
            appendPath?: true;
            /** @enum {number} */
            redirectStatus?: 301 | 302 | 307 | 308;
            preview?: {
                title?: string;
                description?: string;
                imageUrl?: string;
            };
            /** @constant */
            hideDestination?: true;
            /** @constant */
            allowIndexing?: true;
            /** @constant */
            passClickId?: true;
            rules?: {
                number: number;
                name: string;
                when: components["schemas"]["LinkCondition"];
                /** @description One of url, split and blocked */
                then: {
                    url?: string;
                    split?: {
                        arms: {
                            number: number;
                            name: string;
                            url: string;
                            weight: number;
                        }[];
                        /** @description Whether a visitor who comes again gets the same arm */
                        sticky?: boolean;
                    };
                    /** @constant */
                    blocked?: true;
                };
            }[];
            split?: {
                arms: {
                    number: number;
                    name: string;
                    url: string;
                    weight: number;
                }[];
                /** @description Whether a visitor who comes again gets the same arm */
                sticky?: boolean;
            };
            /** @description How many more people are redirected: at 0 the link is used up. Absent unless it has maxClicks */
            visitsLeft?: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One of all, any, not and field. Nested 3 deep at most; a link has 64 conditions at most */
        LinkCondition: {
            all?: components["schemas"]["LinkCondition"][];
            any?: components["schemas"]["LinkCondition"][];
            not?: components["schemas"]["LinkCondition"];
            /** @enum {string} */
            field?: "country" | "region" | "city" | "continent" | "language" | "device" | "os" | "browser" | "referrer" | "query" | "address" | "weekday" | "hour" | "before" | "after" | "visitor";
            /** @enum {string} */
            op?: "in" | "notIn" | "contains" | "matches" | "exists";
            values?: string[];
            /** @description The parameter's name, of query alone */
            name?: string;
        };
        LinkSummary: {
            /** Format: uuid */
            _id: string;
            name: string;
            shortUrl: string;
            /** @description The domain that the link is in. Absent for the default one */
            domain?: string;
            /** @description Null while the analytics database can't be asked */
            noOfClicks: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        LinkAnswer: {
            /** @constant */
            success: true;
            message?: string;
            url: components["schemas"]["Link"];
            data: components["schemas"]["Link"];
        };
        NewLinkAnswer: {
            /** @constant */
            success: true;
            message: string;
            url: components["schemas"]["Link"];
            data: components["schemas"]["Link"];
            /** @description Whether it was made just now. Absent unless findOrCreate is true */
            created?: boolean;
        };
        LinksAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Link"][];
            pagination: {
                page: number | null;
                limit: number;
                total: number | null;
                pages: number | null;
                /** @description For `after`; null on the last page */
                nextCursor: string | null;
            };
        };
        ChangedLinksAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: components["schemas"]["Link"][];
        };
        MadeLinksAnswer: {
            /** @constant */
            success: true;
            message: string;
            /** @description One for each link of the request, in its order */
            data: ({
                url: components["schemas"]["Link"];
                /** @description Whether it was made just now. Absent unless findOrCreate is true */
                created?: boolean;
            } | {
                error: {
                    /** @enum {string} */
                    type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
                    message: string;
                    details: {
                        field?: string;
                        fields?: {
                            field: string;
                            message: string;
                        }[];
                        /**
                         * @description The login is too old for this call: confirm it by POST /api/auth/confirm, then repeat the call
                         * @constant
                         */
                        confirm?: true;
                        /** @description Of a failure that is not the caller's; stands in the log as well */
                        requestId?: string;
                    };
                };
            })[];
        };
        LinkAtAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: date-time */
                at: string;
                /** @description Of the last event that counts */
                version: number;
                name: string;
                originalUrl: string;
                /** @description The short code, without the host */
                shortUrl: string;
                /** @description The domain that the link is in. Absent for the default one */
                domain?: string;
                /** @description Called as it is now, or by its id where it is gone */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string;
                } | null;
                /** @description Called as they are now, or by their ids where they are gone */
                tags: string[];
                note: string | null;
                externalId: string | null;
                isArchived: boolean;
                isActive: boolean;
                /** @description Why an operator has banned it: it leads nowhere. Absent unless it is */
                banReason?: string;
                /** @description One of its URLs is listed as harmful: visitors get a warning. Absent unless one is */
                listing?: {
                    url: string;
                    reason: string;
                    /** @enum {string} */
                    source: "blocklist" | "checker";
                };
                /** Format: date-time */
                notBefore?: string;
                /** Format: date-time */
                expiresAt?: string;
                expiredUrl?: string;
                maxClicks?: number;
                maxClicksUrl?: string;
                timeZone?: string;
                /**
                 * @description Visitors are asked for a password. Absent unless they are
                 * @constant
                 */
                hasPassword?: true;
                /** @constant */
                forwardQuery?: true;
                /** @constant */
                forwardQueryMode?: "keepMine";
                /** @constant */
                appendPath?: true;
                /** @enum {number} */
                redirectStatus?: 301 | 302 | 307 | 308;
                preview?: {
                    title?: string;
                    description?: string;
                    imageUrl?: string;
                };
                /** @constant */
                hideDestination?: true;
                /** @constant */
                allowIndexing?: true;
                /** @constant */
                passClickId?: true;
                rules?: {
                    number: number;
                    name: string;
                    when: components["schemas"]["LinkCondition"];
                    /** @description One of url, split and blocked */
                    then: {
                        url?: string;
                        split?: {
                            arms: {
                                number: number;
                                name: string;
                                url: string;
                                weight: number;
                            }[];
                            /** @description Whether a visitor who comes again gets the same arm */
                            sticky?: boolean;
                        };
                        /** @constant */
                        blocked?: true;
                    };
                }[];
                split?: {
                    arms: {
                        number: number;
                        name: string;
                        url: string;
                        weight: number;
                    }[];
                    /** @description Whether a visitor who comes again gets the same arm */
                    sticky?: boolean;
                };
                /**
                 * @description By the link's own events, which don't say whether a cap was used up or a domain served
                 * @enum {string}
                 */
                state: "active" | "inactive" | "scheduled" | "expired" | "usedUp" | "banned" | "unreachable" | "listed";
                /** @description What is different now: from what it was to what it is */
                differences: {
                    field: string;
                    from: string | null;
                    to: string | null;
                }[];
            };
        };
        HistoryAnswer: {
            /** @constant */
            success: true;
            /** @description Oldest first */
            data: {
                /** @description What a revert names */
                version: number;
                /** Format: date-time */
                at: string;
                /** @description The user's name; null for the system */
                by: string | null;
                type: string;
                changes: {
                    field: string;
                    from: string | null;
                    to: string | null;
                }[];
                revertible: boolean;
            }[];
        };
        Domain: {
            /** Format: uuid */
            _id: string;
            /** @description As DNS has it */
            name: string;
            /** @description As people read it */
            displayName: string;
            /**
             * @description Verified and misconfigured ones are served. A removed one is not found any more
             * @enum {string}
             */
            state: "pending" | "verified" | "misconfigured" | "lost" | "removed";
            /** @description Its codes are in lower case, and found however they are written */
            ignoresCase: boolean;
            /** @description New links are made in it where nothing else is said */
            isDefault: boolean;
            /** @description Where the bare host leads */
            rootUrl: string | null;
            /** @description Where unknown codes lead */
            unknownUrl: string | null;
            /** @description Where expired links lead that have no URL of their own for it */
            expiredUrl: string | null;
            robotsTxt: string | null;
            appleAppSiteAssociation: string | null;
            assetLinks: string | null;
            /** @description The DNS records that the owner has to set */
            records: {
                /**
                 * @description ALIAS is what many providers call ANAME, or a flattened CNAME
                 * @enum {string}
                 */
                type: "TXT" | "CNAME" | "A" | "AAAA" | "ALIAS";
                name: string;
                value: string;
                /** @description Whether the last check has found it, or another one that does the same */
                isFound: boolean;
            }[];
            /** @description What is wrong, and what to do */
            problems: string[];
            /** @description What to know before DNS is changed */
            warnings: string[];
            /** @description When DNS was last asked */
            checkedAt: string | null;
            /** @description Null if this installation requests no certificates */
            certificate: {
                /**
                 * @description none: the domain is not served; waiting: it is being requested; failed: there is none, and the last attempt failed
                 * @enum {string}
                 */
                state: "none" | "waiting" | "issued" | "failed";
                /** @description When it expires */
                notAfter: string | null;
                /** @description Why the last attempt failed, and what to do */
                error: string | null;
                /** @description When the next attempt is due; of an issued one, its renewal */
                nextTryAt: string | null;
            } | null;
            links: number;
            /** Format: date-time */
            createdAt: string;
        };
        DomainAnswer: {
            /** @constant */
            success: true;
            message?: string;
            domain: components["schemas"]["Domain"];
            data: components["schemas"]["Domain"];
        };
        DomainsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Domain"][];
        };
        DecisionsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @description Number of the rule that decided; 0 for none */
                rule: number;
                /** @description Number of the arm that they went to; 0 for none */
                arm: number;
                clicks: number;
                people: number;
            }[];
        };
        EditEffectsAnswer: {
            /** @constant */
            success: true;
            /** @description Oldest first, without the first entry of the history */
            data: {
                /** @description The edit, as the history calls it */
                version: number;
                /**
                 * Format: date-time
                 * @description The first span ends and the second begins
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description Where the first span begins
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description Where the second span ends, without this moment
                 */
                to: string;
                before: number;
                after: number;
                /** @description The second span would go on: both are as long as it has lasted so far */
                isOngoing: boolean;
                /** @description Other edits that lie within the spans */
                otherEdits: number;
            }[];
        };
        LinkStatsAnswer: {
            /** @constant */
            success: true;
            data: {
                totalClicks: number;
                uniqueIPs: number;
                countries: number;
                browsers: number;
                clicksByDate: {
                    /** Format: date */
                    _id: string;
                    clicks: number;
                }[];
                topCountries: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topBrowsers: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topOperatingSystems: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topDevices: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topSources: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topReferrers: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topIsps: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                clicksByCountry: {
                    /** @description ISO 3166-1 */
                    _id: string;
                    country: string;
                    count: number;
                }[];
            };
        };
        ClickLogAnswer: {
            /** @constant */
            success: true;
            data: {
                clickLogs: {
                    /** Format: uuid */
                    _id: string;
                    /** Format: date-time */
                    timestamp: string;
                    country: string;
                    countryCode: string;
                    city: string;
                    regionName: string;
                    isp: string;
                    /** @description mobile, desktop, tablet or Unknown */
                    device: string;
                    browser: string;
                    browserVersion: string;
                    operatingSystem: string;
                    /** @description Host; empty for direct visits */
                    referrer: string;
                    isBot: boolean;
                    botReason: string;
                }[];
                stats: {
                    totalClicks: number;
                    uniqueIPs: number;
                    countries: number;
                    browsers: number;
                };
                topCountries: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topBrowsers: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topOperatingSystems: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topDevices: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topSources: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topReferrers: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                topIsps: {
                    _id: string;
                    count: number;
                    /**
                     * @description Of referrers and sources: a host of this installation's short links
                     * @constant
                     */
                    isOwn?: true;
                }[];
                clicksByCountry: {
                    /** @description ISO 3166-1 */
                    _id: string;
                    country: string;
                    count: number;
                }[];
            };
            pagination: {
                page: number | null;
                limit: number;
                total: number | null;
                pages: number | null;
                /** @description For `after`; null on the last page */
                nextCursor: string | null;
            };
        };
        LiveEvent: {
            /**
             * Format: date-time
             * @description When it was read, by the server's clock
             */
            at: string;
            /** @description Clicks that were counted since the event before; 0 in a window */
            people: number;
            bots: number;
            /** @description All of the last 30 minutes in a window, else those that have changed: each replaces that of the same time */
            slices: {
                /**
                 * Format: date-time
                 * @description Begin of 10 seconds
                 */
                at: string;
                people: number;
                bots: number;
                /** @description Most clicks first */
                countries: {
                    /** @description ISO 3166-1 alpha-2; empty where unknown */
                    code: string;
                    people: number;
                    bots: number;
                }[];
            }[];
            /** @description Some of the clicks, oldest first; all while they are few */
            clicks: {
                /** Format: uuid */
                _id: string;
                /** Format: date-time */
                timestamp: string;
                country: string;
                countryCode: string;
                city: string;
                regionName: string;
                isp: string;
                /** @description mobile, desktop, tablet or Unknown */
                device: string;
                browser: string;
                browserVersion: string;
                operatingSystem: string;
                /** @description Host; empty for direct visits */
                referrer: string;
                isBot: boolean;
                botReason: string;
                /** Format: uuid */
                linkId: string;
                /** @description Empty for a link that is gone */
                linkName: string;
                code: string;
            }[];
            /** @description Of how many clicks those are */
            sampledOf: number;
        };
        TrialAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @enum {string} */
                outcome: "redirect" | "preview" | "blocked" | "notYet" | "expired" | "usedUp" | "uncounted" | "inactive" | "banned" | "unreachable" | "listed" | "password";
                /** @description Null where the visitor gets a page */
                url: string | null;
                /** @description Number of the rule that decides */
                rule: number | null;
                /** @description Number of the arm that decides */
                arm: number | null;
                /** @description Rule by rule, and what decides in the end */
                explanation: string[];
            };
        };
        ReplayAnswer: {
            /** @constant */
            success: true;
            data: {
                total: {
                    clicks: number;
                    people: number;
                };
                rules: {
                    number: number;
                    name: string;
                    clicks: number;
                    people: number;
                }[];
                /** @description No rule matches */
                noRule: {
                    clicks: number;
                    people: number;
                };
                /** @description It can't be told which rule would have matched first */
                undetermined: {
                    clicks: number;
                    people: number;
                };
                /** @description What the rules ask that is not kept, or not of every click */
                unavailable: string[];
            };
        };
        Group: {
            /** Format: uuid */
            _id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            urlCount: number;
            /** @description Null while the analytics database can't be asked */
            totalClicks: number | null;
            /** @description The three newest */
            recentUrls: components["schemas"]["LinkSummary"][];
        };
        GroupAnswer: {
            /** @constant */
            success: true;
            message?: string;
            group: components["schemas"]["Group"];
            data: components["schemas"]["Group"];
        };
        GroupsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Group"][];
            pagination: {
                page: number | null;
                limit: number;
                total: number | null;
                pages: number | null;
                /** @description For `after`; null on the last page */
                nextCursor: string | null;
            };
        };
        GroupStatsAnswer: {
            /** @constant */
            success: true;
            data: {
                totalUrls: number;
                totalClicks: number;
                averageClicks: number;
                urls: components["schemas"]["Link"][];
            };
            pagination: {
                page: number | null;
                limit: number;
                total: number | null;
                pages: number | null;
                /** @description For `after`; null on the last page */
                nextCursor: string | null;
            };
        };
        DashboardAnswer: {
            /** @constant */
            success: true;
            data: {
                overview: {
                    totalUrls: number;
                    totalClicks: number;
                    totalGroups: number;
                    activeUrls: number;
                    /** @description Links that are switched off, have expired or are used up */
                    expiredUrls: number;
                    /** @description Clicked links among active links, in percent; one decimal */
                    averageCTR: number;
                };
                growth: {
                    /** @description Percent against the seven days before; null: nothing to compare with */
                    urls: number | null;
                    /** @description Percent against the seven days before; null: nothing to compare with */
                    clicks: number | null;
                    /** @description Percent against the seven days before; null: nothing to compare with */
                    groups: number | null;
                    /** @description In points */
                    ctr: number | null;
                };
                recentActivity: components["schemas"]["LinkSummary"][];
                topPerforming: components["schemas"]["LinkSummary"][];
                groupSummary: {
                    /** Format: uuid */
                    _id: string;
                    name: string;
                    urlCount: number;
                    totalClicks: number;
                }[];
            };
        };
        DashboardAnalyticsAnswer: {
            /** @constant */
            success: true;
            data: {
                period: string;
                clicksByDate: {
                    /** Format: date */
                    _id: string;
                    clicks: number;
                }[];
                urlsByDate: {
                    /** Format: date */
                    _id: string;
                    count: number;
                }[];
                groupDistribution: {
                    groupName: string;
                    count: number;
                }[];
            };
        };
        AnalyticsAnswer: {
            /** @constant */
            success: true;
            data: {
                figures: {
                    clicks: number;
                    people: number;
                    bots: number;
                    uniqueVisitors: number;
                };
                chart: {
                    /** @description Begin of an hour, or the first day as YYYY-MM-DD */
                    at: string;
                    clicks: number;
                }[];
                /** @description The first day (UTC) that has single clicks: filters begin there. Null where a retention has removed none */
                clicksSince: string | null;
            };
        };
        TopListAnswer: {
            /** @constant */
            success: true;
            data: {
                rows: {
                    /** @description Empty: unknown */
                    value: string;
                    clicks: number;
                    /** @description Of sources: a host of this installation's short links */
                    isOwn?: boolean;
                }[];
                /** @description How many known values there are */
                distinct: number;
            };
        };
        ConversionAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description The hop_id that it was reported with */
                clickId: string;
                /** Format: uuid */
                linkId: string;
                /** @enum {string} */
                type: "lead" | "sale";
                name: string;
                eventId: string | null;
                /** @description In minor units of the currency */
                amount: number | null;
                currency: string | null;
                /** @description Of the amount, what was paid back; figures count the rest */
                refunded: number;
                /** Format: date-time */
                at: string;
                /**
                 * Format: date-time
                 * @description The second of the click
                 */
                clickedAt: string;
                /** Format: date-time */
                createdAt: string;
                /** @description Whether its click was found; null while it is looked for, and until then no figure counts it */
                matched: boolean | null;
            };
            /** @description False where one with this eventId was there already */
            created: boolean;
        };
        RefundAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description The hop_id that it was reported with */
                clickId: string;
                /** Format: uuid */
                linkId: string;
                /** @enum {string} */
                type: "lead" | "sale";
                name: string;
                eventId: string | null;
                /** @description In minor units of the currency */
                amount: number | null;
                currency: string | null;
                /** @description Of the amount, what was paid back; figures count the rest */
                refunded: number;
                /** Format: date-time */
                at: string;
                /**
                 * Format: date-time
                 * @description The second of the click
                 */
                clickedAt: string;
                /** Format: date-time */
                createdAt: string;
                /** @description Whether its click was found; null while it is looked for, and until then no figure counts it */
                matched: boolean | null;
            };
        };
        ConversionsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description The hop_id that it was reported with */
                clickId: string;
                /** Format: uuid */
                linkId: string;
                /** @enum {string} */
                type: "lead" | "sale";
                name: string;
                eventId: string | null;
                /** @description In minor units of the currency */
                amount: number | null;
                currency: string | null;
                /** @description Of the amount, what was paid back; figures count the rest */
                refunded: number;
                /** Format: date-time */
                at: string;
                /**
                 * Format: date-time
                 * @description The second of the click
                 */
                clickedAt: string;
                /** Format: date-time */
                createdAt: string;
                /** @description Whether its click was found; null while it is looked for, and until then no figure counts it */
                matched: boolean | null;
            }[];
            pagination: {
                page: number | null;
                limit: number;
                total: number | null;
                pages: number | null;
                /** @description For `after`; null on the last page */
                nextCursor: string | null;
            };
        };
        ConversionFiguresAnswer: {
            /** @constant */
            success: true;
            data: {
                leads: number;
                sales: number;
                /** @description Of sales, by currency, in minor units; the most first */
                revenue: {
                    currency: string;
                    amount: number;
                }[];
                /** @description Clicks of people in the same range, by the same filters */
                people: number;
                /** @description Leads and sales of people for each of these clicks; null without any */
                rate: number | null;
                /** @description Days without any are missing */
                byDay: {
                    /** Format: date */
                    date: string;
                    leads: number;
                    sales: number;
                    /** @description Of sales, by currency, in minor units; the most first */
                    revenue: {
                        currency: string;
                        amount: number;
                    }[];
                }[];
                /** @description By `interval`, points without any missing; null without one */
                chart: {
                    /** @description Begin of an hour, or the first day as YYYY-MM-DD */
                    at: string;
                    leads: number;
                    sales: number;
                    /** @description Of sales, by currency, in minor units; the most first */
                    revenue: {
                        currency: string;
                        amount: number;
                    }[];
                }[] | null;
                /** @description Of one link: by the numbers of rule and arm, 0 for none; otherwise empty */
                byRoute: {
                    rule: number;
                    arm: number;
                    leads: number;
                    sales: number;
                    /** @description Of sales, by currency, in minor units; the most first */
                    revenue: {
                        currency: string;
                        amount: number;
                    }[];
                    /** @description Clicks of people in the same range, by the same filters */
                    people: number;
                    /** @description Leads and sales of people for each of these clicks; null without any */
                    rate: number | null;
                }[];
            };
        };
        ConversionTopAnswer: {
            /** @constant */
            success: true;
            data: {
                value: string;
                leads: number;
                sales: number;
                /** @description Of sales, by currency, in minor units; the most first */
                revenue: {
                    currency: string;
                    amount: number;
                }[];
                /** @description Clicks of people in the same range, by the same filters */
                people: number;
                /** @description Leads and sales of people for each of these clicks; null without any */
                rate: number | null;
            }[];
        };
        BotsAnswer: {
            /** @constant */
            success: true;
            data: {
                figures: {
                    clicks: number;
                    /** @description That were clicked so */
                    links: number;
                    kinds: {
                        /** @description crawler, http library, … */
                        kind: string;
                        clicks: number;
                    }[];
                };
                chart: {
                    /** @description Begin of an hour, or the first day as YYYY-MM-DD */
                    at: string;
                    clicks: number;
                }[];
            };
        };
        BotTopAnswer: {
            /** @constant */
            success: true;
            data: {
                rows: {
                    /** @description A network by its number; a user agent as it was sent */
                    value: string;
                    /** @description The value, or who runs the network; empty where unknown */
                    name: string;
                    /** @description Why, such as `crawler: Googlebot`; at most ten */
                    reasons: string[];
                    rulesVersions: number[];
                    clicks: number;
                    /** Format: date-time */
                    lastAt: string;
                }[];
                /** @description How many there are */
                distinct: number;
            };
        };
        BotSamplesAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                linkId: string;
                /** Format: date-time */
                timestamp: string;
                isBot: boolean;
                /** @description Empty for people */
                botReason: string;
                /** @description Version of the rules; 0 where it was not kept */
                rulesVersion: number;
                /** @description As it was sent; empty for none, and where it is not kept any more */
                userAgent: string;
                /** @description Number of the autonomous system; 0 where unknown */
                network: string;
                isp: string;
                referrer: string;
                country: string;
                countryCode: string;
                city: string;
                regionName: string;
                device: string;
                browser: string;
                browserVersion: string;
                operatingSystem: string;
            }[];
        };
        BotRulesAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                /** @description To be named when they are changed; 0 where there never were any */
                version: number;
                since: string | null;
                verdicts: {
                    /** @enum {string} */
                    field: "agent" | "network" | "referrer";
                    value: string;
                    /** @enum {string} */
                    verdict: "person" | "bot";
                }[];
                addresses: string[];
                parameter: {
                    name: string;
                    value: string;
                } | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        BotTrialAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @description Clicks whose user agent is still kept */
                classified: number;
                toBots: number;
                toPeople: number;
                /** @description Bots' that would have another reason */
                otherReasons: number;
                /** @description The 50 with the most changes */
                rows: {
                    /** @description YYYY-MM-DD */
                    day: string;
                    /** Format: uuid */
                    linkId: string;
                    toBots: number;
                    toPeople: number;
                    otherReasons: number;
                }[];
            };
        };
        NotesAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description Null: about the whole workspace */
                linkId: string | null;
                /** @description Null too for an API key without links:read */
                linkName: string | null;
                /** Format: date-time */
                at: string;
                text: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            }[];
        };
        NoteAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description Null: about the whole workspace */
                linkId: string | null;
                /** @description Null too for an API key without links:read */
                linkName: string | null;
                /** Format: date-time */
                at: string;
                text: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        SharesAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @enum {string} */
                target: "workspace" | "group" | "link";
                targetId: string | null;
                /** @description Null too for an API key that may not read it */
                targetName: string | null;
                figures: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[];
                dimensions: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[];
                timeZone: string;
                /** @description Nothing before it is ever shown */
                from: string | null;
                expiresAt: string | null;
                hasPassword: boolean;
                /** @description Sites that may embed the page */
                origins: string[];
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            }[];
        };
        ShareAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @enum {string} */
                target: "workspace" | "group" | "link";
                targetId: string | null;
                /** @description Null too for an API key that may not read it */
                targetName: string | null;
                figures: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[];
                dimensions: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[];
                timeZone: string;
                /** @description Nothing before it is ever shown */
                from: string | null;
                expiresAt: string | null;
                hasPassword: boolean;
                /** @description Sites that may embed the page */
                origins: string[];
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        AddressedShareAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @enum {string} */
                target: "workspace" | "group" | "link";
                targetId: string | null;
                /** @description Null too for an API key that may not read it */
                targetName: string | null;
                figures: ("clicks" | "uniqueVisitors" | "bots" | "chart" | "conversions" | "revenue")[];
                dimensions: ("country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger")[];
                timeZone: string;
                /** @description Nothing before it is ever shown */
                from: string | null;
                expiresAt: string | null;
                hasPassword: boolean;
                /** @description Sites that may embed the page */
                origins: string[];
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
                /**
                 * Format: uri
                 * @description Secret, and shown this once
                 */
                url: string;
            };
        };
        SharedPage: {
            name: string;
            target: {
                /** @enum {string} */
                kind: "workspace" | "group" | "link";
                name: string | null;
                shortUrl: string | null;
            };
            timeZone: string;
            from: string | null;
            /** @description Where single clicks of the period were removed: the first day (UTC) of the lists */
            clicksSince: string | null;
            expiresAt: string | null;
            /** @enum {string} */
            period: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
            /** @enum {string} */
            interval: "hour" | "day" | "week" | "month";
            figures: {
                clicks?: number;
                uniqueVisitors?: number;
                bots?: number;
                leads?: number;
                sales?: number;
                /** @description By currency, in minor units */
                revenue?: {
                    currency: string;
                    amount: number;
                }[];
            };
            chart: {
                at: string;
                clicks: number;
            }[] | null;
            tops: {
                /** @enum {string} */
                field: "country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger";
                rows: {
                    value: string;
                    clicks: number;
                    leads?: number;
                    sales?: number;
                    /** @description By currency, in minor units */
                    revenue?: {
                        currency: string;
                        amount: number;
                    }[];
                }[];
                distinct: number;
            }[];
        };
        SharedPageAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["SharedPage"];
        };
        MissesAnswer: {
            /** @constant */
            success: true;
            data: {
                figures: {
                    visits: number;
                    people: number;
                    bots: number;
                    reasons: {
                        /** @enum {string} */
                        reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                        people: number;
                        bots: number;
                    }[];
                };
                chart: {
                    /** @description Begin of an hour, or the first day as YYYY-MM-DD */
                    at: string;
                    visits: number;
                }[];
            };
        };
        MissedCodesAnswer: {
            /** @constant */
            success: true;
            data: {
                rows: {
                    /** @description Empty for a bare or unknown host */
                    code: string;
                    /** @description Name of the own domain; null for any other host */
                    domain: string | null;
                    /** @description As it was last asked for */
                    host: string;
                    /** @enum {string} */
                    reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                    visits: number;
                    /** Format: date-time */
                    lastAt: string;
                    /** @description The one that was asked for, or that has the code by now */
                    link: {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        code: string;
                    } | null;
                    /** @description Whether a link with this code would lead such visitors on */
                    canCreate: boolean;
                    /** @description Own links whose codes differ by one character, or in case */
                    nearest: {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        code: string;
                    }[];
                }[];
                /** @description How many there are */
                distinct: number;
            };
        };
        MissTopAnswer: {
            /** @constant */
            success: true;
            data: {
                rows: {
                    /** @description Empty: unknown, or none */
                    value: string;
                    visits: number;
                }[];
                /** @description How many known values there are */
                distinct: number;
            };
        };
        LiveMisses: {
            /**
             * Format: date-time
             * @description When it was read, by the server's clock
             */
            at: string;
            /** @description Visits of people in these minutes */
            people: number;
            bots: number;
            /** @description The newest, newest first */
            visits: {
                /**
                 * Format: date-time
                 * @description When it was answered
                 */
                at: string;
                /** @description Empty for a bare or unknown host */
                code: string;
                host: string;
                /** @description Empty where it was not kept */
                path: string;
                /** @enum {string} */
                reason: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                /** @description Host of the page that it came from; empty for none */
                referrer: string;
                /** @description ISO 3166-1 alpha-2; empty where unknown */
                countryCode: string;
                country: string;
                device: string;
                browser: string;
                operatingSystem: string;
                isBot: boolean;
            }[];
        };
        CodeCheckAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @description As it would be kept */
                code: string;
                /** @enum {string} */
                state: "free" | "taken" | "invalid" | "reserved";
                /** @description Why it can't be used, or what it is easily confused with; fit to be shown to people */
                message: string | null;
                /** @description Your own link that has it */
                link: {
                    /** Format: uuid */
                    _id: string;
                    name: string;
                    shortUrl: string;
                } | null;
                /** @description Your own links in the domain whose codes differ by one character, or in case */
                near: {
                    /** Format: uuid */
                    _id: string;
                    name: string;
                    shortUrl: string;
                }[];
            };
        };
        CodeProposalsAnswer: {
            /** @constant */
            success: true;
            /** @description At most three, the best first */
            data: string[];
        };
        ApiKeysAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @description How the key begins; no more of it is kept */
                prefix: string;
                scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
                /** @description The host whose links it reaches, empty for the default domain; null: any */
                domain: string | null;
                /** @description Null: links of any group */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string | null;
                } | null;
                /** @description Null: links with any tags */
                tag: string | null;
                /** @description Networks that it can be used from; none: from anywhere */
                addresses: string[];
                /** @description Null: as many as the account may make */
                requestsPerMinute: number | null;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
                /** @description By the hour */
                lastUsedAt: string | null;
                revokedAt: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            }[];
        };
        ApiKeyAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @description How the key begins; no more of it is kept */
                prefix: string;
                scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
                /** @description The host whose links it reaches, empty for the default domain; null: any */
                domain: string | null;
                /** @description Null: links of any group */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string | null;
                } | null;
                /** @description Null: links with any tags */
                tag: string | null;
                /** @description Networks that it can be used from; none: from anywhere */
                addresses: string[];
                /** @description Null: as many as the account may make */
                requestsPerMinute: number | null;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
                /** @description By the hour */
                lastUsedAt: string | null;
                revokedAt: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        RevokedApiKeyAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @description How the key begins; no more of it is kept */
                prefix: string;
                scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
                /** @description The host whose links it reaches, empty for the default domain; null: any */
                domain: string | null;
                /** @description Null: links of any group */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string | null;
                } | null;
                /** @description Null: links with any tags */
                tag: string | null;
                /** @description Networks that it can be used from; none: from anywhere */
                addresses: string[];
                /** @description Null: as many as the account may make */
                requestsPerMinute: number | null;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
                /** @description By the hour */
                lastUsedAt: string | null;
                revokedAt: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        HandedOverKeyAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @description How the key begins; no more of it is kept */
                prefix: string;
                scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
                /** @description The host whose links it reaches, empty for the default domain; null: any */
                domain: string | null;
                /** @description Null: links of any group */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string | null;
                } | null;
                /** @description Null: links with any tags */
                tag: string | null;
                /** @description Networks that it can be used from; none: from anywhere */
                addresses: string[];
                /** @description Null: as many as the account may make */
                requestsPerMinute: number | null;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
                /** @description By the hour */
                lastUsedAt: string | null;
                revokedAt: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
                /** @description For the program, which exchanges it for the key */
                code: string;
                /** Format: date-time */
                codeExpiresAt: string;
            };
        };
        NewApiKeyAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                /** @description How the key begins; no more of it is kept */
                prefix: string;
                scopes: ("links:read" | "links:create" | "links:write" | "stats:read" | "groups:read" | "groups:write" | "tags:read" | "tags:write" | "domains:read" | "domains:write" | "conversions:read" | "conversions:write" | "notes:read" | "notes:write" | "bots:read" | "bots:write" | "alarms:read" | "alarms:write" | "reports:read" | "reports:write" | "shares:read" | "shares:write" | "clickExports:read" | "clickExports:write" | "clickRetention:read" | "clickRetention:write" | "webhooks:read" | "webhooks:write" | "queries:read" | "queries:write" | "sql:run" | "export" | "account:read")[];
                /** @description The host whose links it reaches, empty for the default domain; null: any */
                domain: string | null;
                /** @description Null: links of any group */
                groupId: {
                    /** Format: uuid */
                    _id: string;
                    name: string | null;
                } | null;
                /** @description Null: links with any tags */
                tag: string | null;
                /** @description Networks that it can be used from; none: from anywhere */
                addresses: string[];
                /** @description Null: as many as the account may make */
                requestsPerMinute: number | null;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
                /** @description By the hour */
                lastUsedAt: string | null;
                revokedAt: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
                /** @description The key itself, which is shown this once */
                key: string;
            };
        };
        UtmValuesAnswer: {
            /** @constant */
            success: true;
            /** @description One for each field */
            data: {
                /** @enum {string} */
                field: "utm_source" | "utm_medium" | "utm_campaign" | "utm_term" | "utm_content" | "ref";
                /** @description Those that most links have first */
                values: string[];
            }[];
        };
        UtmRulesAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                lowerCase: boolean;
                /** @description By parameter; what is missing may have any value */
                allowed: {
                    [key: string]: string[];
                };
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        Preset: {
            /** Format: uuid */
            _id: string;
            name: string;
            /** @description As in an address, without the question mark */
            query: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        PresetAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: components["schemas"]["Preset"];
        };
        PresetsAnswer: {
            /** @constant */
            success: true;
            /** @description By their names */
            data: components["schemas"]["Preset"][];
        };
        LedgerAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @description Requests that were answered: those recorded and those dropped */
                received: number;
                /** @description As redirectors counted them; before `countedSince` as many as there are */
                recorded: number;
                /** @description Of `recorded` those before `countedSince`, of which there is no count of its own */
                unchecked: number;
                /** @description Answered and not recorded, as neither disk nor memory had room */
                dropped: number;
                /** @description Of links that were erased */
                erased: number;
                /** @description Misses that are older than they are kept one by one */
                forgotten: number;
                /** @description Recorded in the last minutes and not counted yet */
                pending: number;
                /** @description Recorded and in no part; below 0 where the parts have more. 0 where all adds up */
                missing: number;
                /** @description With `erased`, `forgotten`, `pending` and `missing` they make `recorded` */
                parts: {
                    /** @enum {string} */
                    part: "firstVisit" | "repeat" | "own" | "bot" | "preview" | "head" | "prefetch" | "miss" | "removed";
                    /** @description Of bots and previews the rule, of own visits how they were known, of misses why they led nowhere */
                    reason: string | null;
                    requests: number;
                }[];
                /**
                 * Format: date-time
                 * @description Since then redirectors count requests apart from recording them
                 */
                countedSince: string;
                /** @description What figures and charts elsewhere are made of */
                sums: {
                    people: number;
                    bots: number;
                };
                /** @description Whether the clicks say the same */
                sumsAgree: boolean;
            };
        };
        LedgerRequestsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                at: string;
                link: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                    code: string;
                } | null;
                /** @description Of a miss: as it was asked for */
                code: string | null;
                /** @description Why it was taken for what it is */
                explanation: string;
                country: string;
                countryCode: string;
                city: string;
                device: string;
                browser: string;
                operatingSystem: string;
                isp: string;
                referrer: string;
            }[];
            /** @description The cursor of the next page; null where there is none */
            next: string | null;
        };
        SqlConsoleAnswer: {
            /** @constant */
            success: true;
            data: {
                /** @description False where this installation has no console, or is making it just now */
                available: boolean;
                views: {
                    name: string;
                    comment: string;
                    columns: {
                        name: string;
                        /** @description As ClickHouse calls it */
                        type: string;
                        comment: string;
                    }[];
                }[];
                limits: {
                    /** @description A query may take so long, unless SETTINGS max_execution_time says otherwise */
                    seconds: number;
                    /** @description The most that SETTINGS max_execution_time may say */
                    secondsMax: number;
                    memoryBytes: number;
                    rowsRead: number;
                    /** @description Of a file */
                    resultRows: number;
                    queriesInHour: number;
                    secondsInHour: number;
                    /** @description Of a table */
                    shownRows: number;
                    /** @description Of a table */
                    shownBytes: number;
                    /** @description Characters of a query */
                    textMax: number;
                };
            };
        };
        SqlResultAnswer: {
            /** @constant */
            success: true;
            data: {
                columns: {
                    name: string;
                    /** @description As ClickHouse calls it */
                    type: string;
                }[];
                /** @description A value for each column; whole numbers that JSON can't hold are texts */
                rows: unknown[][];
                /** @description There are more rows than are shown */
                truncated: boolean;
                rowsRead: number;
                /** @description What the query took in ClickHouse */
                seconds: number;
            };
        };
        SavedQuery: {
            /** Format: uuid */
            _id: string;
            name: string;
            text: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        SavedQueryAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: components["schemas"]["SavedQuery"];
        };
        SavedQueriesAnswer: {
            /** @constant */
            success: true;
            /** @description By their names */
            data: components["schemas"]["SavedQuery"][];
        };
        LinkJobAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description The job that this one undoes */
                undoes: string | null;
                /** @description As it was given */
                change: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                state: "waiting" | "running" | "done" | "cancelled";
                /** @description How many links it is about */
                total: number;
                done: number;
                /** @description That were already as wanted */
                unchanged: number;
                failed: number;
                /** Format: date-time */
                createdAt: string;
                endedAt: string | null;
                canUndo: boolean;
            };
        };
        LinkJobsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                /** @description The job that this one undoes */
                undoes: string | null;
                /** @description As it was given */
                change: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                state: "waiting" | "running" | "done" | "cancelled";
                /** @description How many links it is about */
                total: number;
                done: number;
                /** @description That were already as wanted */
                unchanged: number;
                failed: number;
                /** Format: date-time */
                createdAt: string;
                endedAt: string | null;
                canUndo: boolean;
            }[];
        };
        LinkJobResultsAnswer: {
            /** @constant */
            success: true;
            data: {
                position: number;
                /** Format: uuid */
                urlId: string;
                /** @description Null for a link that is gone, or not the workspace's */
                name: string | null;
                /** @description Null: not yet; of a job that is over: never */
                outcome: ("done" | "unchanged" | "failed") | null;
                error: {
                    /** @enum {string} */
                    type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
                    message: string;
                } | null;
            }[];
            /** @description What `after` is for the next page; null: there is none */
            next: number | null;
        };
        ImportAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @enum {string} */
                source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
                fileName: string | null;
                /** @description The file, host or source unless another was given: ids of links are unique within it */
                name: string;
                /** @description Columns of the file, or fields of its objects, as far as it is read */
                columns: {
                    name: string;
                    /** @description What it is read as; null: nothing reads it */
                    use: ("code" | "destination" | "title" | "tags" | "expiry" | "password" | "state" | "ignore" | "link" | "domain" | "id" | "externalId" | "note" | "group" | "createdAt" | "notBefore" | "expiredUrl" | "clickLimit" | "archived" | "favourite" | "clicks" | "redirectType" | "forwardQuery" | "indexing" | "rules" | "preview" | "options") | null;
                    /** @description Its use was chosen, not recognised by its name */
                    isChosen: boolean;
                    /** @description Rows in which it is filled */
                    filled: number;
                    /** @description Nothing reads it, and it may restrict links: they are created switched off where it is filled */
                    closes: boolean;
                }[];
                /** @description Which number of a date such as 03/04/2024 is the day; null: not chosen */
                dates: ("dayFirst" | "monthFirst") | null;
                /** @description What is odd about the file or its columns as a whole */
                warnings: string[];
                /** @enum {string} */
                state: "reading" | "ready" | "running" | "done" | "cancelled" | "failed";
                /** @description Rows that were read */
                total: number;
                /** @description Links that are made, or were */
                toCreate: number;
                /** @description Links that an import has made before */
                existing: number;
                /** @description Rows of which nothing can be made */
                rejected: number;
                /** @description How many links lose what */
                losses: {
                    /** @enum {string} */
                    kind: "password" | "restriction" | "column" | "code" | "domain" | "rules" | "options" | "tags" | "text" | "group" | "date" | "visits";
                    links: number;
                }[];
                done: number;
                failed: number;
                /** @description Why its file can't be read */
                problem: string | null;
                /**
                 * @description How far the visits of its links are, which come once the links are made
                 * @enum {string}
                 */
                visitsState: "none" | "running" | "done" | "failed" | "cancelled";
                /** @description Links whose visits come along */
                visitsLinks: number;
                /** @description Of them, those that have theirs */
                visitsDone: number;
                /** @description Visits that have come */
                visitsImported: number;
                /** @description Why the source is not asked any more: the rest come as numbers alone */
                visitsProblem: string | null;
                /** Format: date-time */
                createdAt: string;
                endedAt: string | null;
            };
        };
        ImportsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                /** @enum {string} */
                source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
                fileName: string | null;
                /** @description The file, host or source unless another was given: ids of links are unique within it */
                name: string;
                /** @description Columns of the file, or fields of its objects, as far as it is read */
                columns: {
                    name: string;
                    /** @description What it is read as; null: nothing reads it */
                    use: ("code" | "destination" | "title" | "tags" | "expiry" | "password" | "state" | "ignore" | "link" | "domain" | "id" | "externalId" | "note" | "group" | "createdAt" | "notBefore" | "expiredUrl" | "clickLimit" | "archived" | "favourite" | "clicks" | "redirectType" | "forwardQuery" | "indexing" | "rules" | "preview" | "options") | null;
                    /** @description Its use was chosen, not recognised by its name */
                    isChosen: boolean;
                    /** @description Rows in which it is filled */
                    filled: number;
                    /** @description Nothing reads it, and it may restrict links: they are created switched off where it is filled */
                    closes: boolean;
                }[];
                /** @description Which number of a date such as 03/04/2024 is the day; null: not chosen */
                dates: ("dayFirst" | "monthFirst") | null;
                /** @description What is odd about the file or its columns as a whole */
                warnings: string[];
                /** @enum {string} */
                state: "reading" | "ready" | "running" | "done" | "cancelled" | "failed";
                /** @description Rows that were read */
                total: number;
                /** @description Links that are made, or were */
                toCreate: number;
                /** @description Links that an import has made before */
                existing: number;
                /** @description Rows of which nothing can be made */
                rejected: number;
                /** @description How many links lose what */
                losses: {
                    /** @enum {string} */
                    kind: "password" | "restriction" | "column" | "code" | "domain" | "rules" | "options" | "tags" | "text" | "group" | "date" | "visits";
                    links: number;
                }[];
                done: number;
                failed: number;
                /** @description Why its file can't be read */
                problem: string | null;
                /**
                 * @description How far the visits of its links are, which come once the links are made
                 * @enum {string}
                 */
                visitsState: "none" | "running" | "done" | "failed" | "cancelled";
                /** @description Links whose visits come along */
                visitsLinks: number;
                /** @description Of them, those that have theirs */
                visitsDone: number;
                /** @description Visits that have come */
                visitsImported: number;
                /** @description Why the source is not asked any more: the rest come as numbers alone */
                visitsProblem: string | null;
                /** Format: date-time */
                createdAt: string;
                endedAt: string | null;
            }[];
        };
        ImportPartAnswer: {
            /** @constant */
            success: true;
            message: string;
        };
        ImportedVisitsAnswer: {
            /** @constant */
            success: true;
            data: {
                /**
                 * @description Who counted them
                 * @enum {string}
                 */
                source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
                total: number;
                /** @description Those that the source took for bots */
                bots: number;
                /** @description Those of which no more is known than how many they are */
                undated: number;
                firstAt: string | null;
                lastAt: string | null;
                /** @description Months of UTC, as 2026-11 */
                months: {
                    _id: string;
                    count: number;
                }[];
                /** @description ISO 3166-1; of this and the following lists the first ten */
                countries: {
                    _id: string;
                    count: number;
                }[];
                referrers: {
                    _id: string;
                    count: number;
                }[];
                browsers: {
                    _id: string;
                    count: number;
                }[];
                devices: {
                    _id: string;
                    count: number;
                }[];
            }[];
        };
        ImportRowsAnswer: {
            /** @constant */
            success: true;
            data: {
                position: number;
                /** @description In the file; the heading is one too */
                row: number;
                name: string;
                originalUrl: string;
                /** @description Null: the link gets a new one */
                shortUrl: string | null;
                /** @enum {string} */
                verdict: "create" | "exists" | "rejected";
                losses: {
                    /** @enum {string} */
                    kind: "password" | "restriction" | "column" | "code" | "domain" | "rules" | "options" | "tags" | "text" | "group" | "date" | "visits";
                    message: string;
                }[];
                /** @description Null: not yet; of an import that is over: never */
                outcome: ("done" | "unchanged" | "failed") | null;
                urlId: string | null;
                error: {
                    /** @enum {string} */
                    type: "VALIDATION_ERROR" | "AUTHENTICATION_ERROR" | "AUTHORIZATION_ERROR" | "CONFLICT_ERROR" | "NOT_FOUND_ERROR" | "RATE_LIMIT_ERROR" | "INTERNAL_ERROR";
                    message: string;
                } | null;
            }[];
            /** @description What `after` is for the next page; null: there is none */
            next: number | null;
        };
        Report: {
            /** Format: uuid */
            _id: string;
            email: string;
            /** @enum {string} */
            cadence: "weekly" | "monthly";
            /** @description Time zone of its weeks and months */
            tz: string;
            /** Format: date-time */
            createdAt: string;
            /** @description When the address agreed; null: nothing is sent yet */
            confirmedAt: string | null;
            /** @description When the next one is sent */
            dueAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ReportAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: components["schemas"]["Report"];
        };
        ReportsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Report"][];
        };
        Alarm: {
            /** Format: uuid */
            _id: string;
            /** @enum {string} */
            kind: "spike" | "drop" | "misses" | "expiring" | "dead";
            /** @description Null: all links */
            linkId: string | null;
            /** @description Null too for an API key without links:read */
            linkName: string | null;
            /** @description What is compared: hours or days */
            per: ("hour" | "day") | null;
            sensitivity: ("low" | "medium" | "high") | null;
            /** @description Below so many no alarm fires */
            minimum: number | null;
            /** @description Of what expires */
            daysBefore: number | null;
            emails: {
                email: string;
                /** @description When it agreed; null: nothing is sent there yet */
                confirmedAt: string | null;
            }[];
            tz: string;
            /** @description Nothing is mailed from then, as HH:MM of `tz` */
            quietFrom: string | null;
            /** @description To then */
            quietTo: string | null;
            isOn: boolean;
            /** @description When the incident was noticed that goes on */
            firingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        AlarmFiring: {
            /** Format: uuid */
            _id: string;
            /** Format: uuid */
            alarmId: string;
            /** @enum {string} */
            kind: "spike" | "drop" | "misses" | "expiring" | "dead";
            linkId: string | null;
            /** @description Null too for an API key without links:read */
            linkName: string | null;
            /**
             * Format: date-time
             * @description The window that was compared
             */
            from: string;
            /** Format: date-time */
            to: string;
            figure: number;
            usual: number | null;
            /** @description Of what expires, and of dead destinations */
            subjects: {
                /** @enum {string} */
                kind: "link" | "dnsMismatch" | "txtMissing" | "ownershipLost" | "certificate" | "destination";
                /** Format: uuid */
                id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description When it ends, or since when it doesn't work
                 */
                at: string;
            }[];
            /** Format: date-time */
            firedAt: string;
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When its mail goes out: at once, or when the quiet hours end
             */
            mailAt: string;
        };
        AlarmAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: components["schemas"]["Alarm"];
        };
        AlarmsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Alarm"][];
        };
        AlarmHistoryAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["AlarmFiring"][];
        };
        ClickExport: {
            /** Format: uuid */
            _id: string;
            name: string;
            endpoint: string;
            region: string;
            bucket: string;
            prefix: string;
            pathStyle: boolean;
            /** @description The secret that belongs to it can't be read */
            accessKeyId: string;
            /** @enum {string} */
            cadence: "hourly" | "daily";
            bots: boolean;
            /** @description Whether conversions are written too */
            conversions: boolean;
            /** Format: date-time */
            from: string;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Why the last try has failed */
            error: string | null;
            failingSince: string | null;
            filesWritten: number;
            filesWaiting: number;
            lastWrittenAt: string | null;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        ClickExportAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: components["schemas"]["ClickExport"];
        };
        ClickExportsAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["ClickExport"][];
        };
        ExportedFilesAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: date-time */
                startAt: string;
                key: string;
                /** @enum {string} */
                state: "written" | "empty" | "waiting" | "writing" | "failed";
                rows: number | null;
                bytes: number | null;
                writtenAt: string | null;
                error: string | null;
                /** @description When it is written next; null: it is up to date */
                dueAt: string | null;
            }[];
        };
        ClickExportTrialAnswer: {
            /** @constant */
            success: true;
            data: {
                written: boolean;
                removed: boolean;
                problem: string | null;
            };
        };
        ExportRangeAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                files: number;
            };
        };
        ClickRetentionAnswer: {
            /** @constant */
            success: true;
            message?: string;
            data: {
                /** @description Null: single clicks are kept */
                days: number | null;
                /** @description What will take its place */
                waiting: {
                    days: number;
                    /**
                     * Format: date-time
                     * @description Until then it can be cancelled
                     */
                    from: string;
                } | null;
                setAt: string | null;
                /** @description The first day (UTC) that has single clicks */
                clicksSince: string | null;
                /** @description Since when an export that has to write them first keeps older ones */
                heldSince: string | null;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
            };
        };
        ClickRetentionPreviewAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: date */
                before: string;
                clicks: number;
            };
        };
        Webhook: {
            /** Format: uuid */
            _id: string;
            name: string;
            url: string;
            events: string[];
            /** @description With groupIds: what it is narrowed to; both empty: all links */
            linkIds: string[];
            groupIds: string[];
            /** @description What link.clicks is sent at */
            clickMilestones: number[];
            ordered: boolean;
            /** @enum {string} */
            state: "active" | "paused" | "disabled";
            disabledReason: ("failing" | "gone" | "backlog") | null;
            failingSince: string | null;
            succeededAt: string | null;
            /** @description Until when messages are signed by the secret before as well */
            previousSecretUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description For If-Match: another one once somebody has edited it */
            etag: string;
        };
        WebhookAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: components["schemas"]["Webhook"];
        };
        WebhookSecretAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                name: string;
                url: string;
                events: string[];
                /** @description With groupIds: what it is narrowed to; both empty: all links */
                linkIds: string[];
                groupIds: string[];
                /** @description What link.clicks is sent at */
                clickMilestones: number[];
                ordered: boolean;
                /** @enum {string} */
                state: "active" | "paused" | "disabled";
                disabledReason: ("failing" | "gone" | "backlog") | null;
                failingSince: string | null;
                succeededAt: string | null;
                /** @description Until when messages are signed by the secret before as well */
                previousSecretUntil: string | null;
                /** Format: date-time */
                createdAt: string;
                /** @description For If-Match: another one once somebody has edited it */
                etag: string;
                /** @description Shown this once */
                secret: string;
            };
        };
        WebhooksAnswer: {
            /** @constant */
            success: true;
            data: components["schemas"]["Webhook"][];
        };
        WebhookMessagesAnswer: {
            /** @constant */
            success: true;
            data: {
                /**
                 * Format: uuid
                 * @description Sent as webhook-id
                 */
                _id: string;
                type: string;
                linkId: string | null;
                /** @enum {string} */
                state: "pending" | "delivered" | "failed";
                /** Format: date-time */
                createdAt: string;
                attempts: number;
                nextAttemptAt: string | null;
                endedAt: string | null;
                /** @description Of the last answer */
                status: number | null;
                error: string | null;
            }[];
        };
        WebhookMessageAnswer: {
            /** @constant */
            success: true;
            data: {
                /**
                 * Format: uuid
                 * @description Sent as webhook-id
                 */
                _id: string;
                type: string;
                linkId: string | null;
                /** @enum {string} */
                state: "pending" | "delivered" | "failed";
                /** Format: date-time */
                createdAt: string;
                attempts: number;
                nextAttemptAt: string | null;
                endedAt: string | null;
                /** @description Of the last answer */
                status: number | null;
                error: string | null;
                /** @description As it is sent */
                body: string;
                attemptLog: {
                    /** Format: date-time */
                    at: string;
                    milliseconds: number;
                    status: number | null;
                    error: string | null;
                    /** @description The beginning of the answer */
                    response: string | null;
                }[];
            };
        };
        WebhookTestAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                messageId: string;
            };
        };
        WebhookResentAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                messages: number;
            };
        };
        OutletsAnswer: {
            /** @constant */
            success: true;
            data: {
                /** Format: uuid */
                _id: string;
                /** @enum {string} */
                kind: "webhook" | "export" | "report" | "alarm" | "sharedPage" | "apiKey" | "sqlAccess" | "domainTarget";
                /** @description A report's address; what an alarm is about; of a domain target the domain */
                name: string;
                /** Format: date-time */
                createdAt: string;
                /** @description Who created it, replaced where it sends to, or resumed it last; null if that was not recorded yet */
                createdBy: {
                    /** @description The user's name; null if the account is gone */
                    user: string | null;
                    /** @enum {string} */
                    credential: "session" | "apiKey";
                    /** Format: uuid */
                    credentialId: string;
                    /** @description The API key's name; null for a session, and for a key that is gone */
                    key: string | null;
                } | null;
                /** @description Who last made it send more, to one more place, or again; null if nobody did since then */
                widenedBy: {
                    /** @description The user's name; null if the account is gone */
                    user: string | null;
                    /** @enum {string} */
                    credential: "session" | "apiKey";
                    /** Format: uuid */
                    credentialId: string;
                    /** @description The API key's name; null for a session, and for a key that is gone */
                    key: string | null;
                    /** Format: date-time */
                    at: string;
                } | null;
                /**
                 * @description `paused`: sends nothing, or lets nobody in
                 * @enum {string}
                 */
                state: "active" | "paused";
                pausedAt: string | null;
            }[];
        };
        OutletAnswer: {
            /** @constant */
            success: true;
            message: string;
            data: {
                /** Format: uuid */
                _id: string;
                /** @enum {string} */
                kind: "webhook" | "export" | "report" | "alarm" | "sharedPage" | "apiKey" | "sqlAccess" | "domainTarget";
                /** @description A report's address; what an alarm is about; of a domain target the domain */
                name: string;
                /** Format: date-time */
                createdAt: string;
                /** @description Who created it, replaced where it sends to, or resumed it last; null if that was not recorded yet */
                createdBy: {
                    /** @description The user's name; null if the account is gone */
                    user: string | null;
                    /** @enum {string} */
                    credential: "session" | "apiKey";
                    /** Format: uuid */
                    credentialId: string;
                    /** @description The API key's name; null for a session, and for a key that is gone */
                    key: string | null;
                } | null;
                /** @description Who last made it send more, to one more place, or again; null if nobody did since then */
                widenedBy: {
                    /** @description The user's name; null if the account is gone */
                    user: string | null;
                    /** @enum {string} */
                    credential: "session" | "apiKey";
                    /** Format: uuid */
                    credentialId: string;
                    /** @description The API key's name; null for a session, and for a key that is gone */
                    key: string | null;
                    /** Format: date-time */
                    at: string;
                } | null;
                /**
                 * @description `paused`: sends nothing, or lets nobody in
                 * @enum {string}
                 */
                state: "active" | "paused";
                pausedAt: string | null;
            };
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
    postAuthRegister: {
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
                "application/json": {
                    name?: string | null;
                    email?: string | null;
                    contactNumber?: string | null;
                    password?: string | null;
                    confirmPassword?: string | null;
                };
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
    postAuthLogin: {
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
                "application/json": {
                    email?: string | null;
                    password?: string | null;
                };
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
    postAuthRefreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken?: string | null;
                };
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
    postAuthLogout: {
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
    postAuthLogoutAll: {
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
    getAuthProfile: {
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
    putAuthProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    email?: string | null;
                    contactNumber?: string | null;
                    /** @description Needed where `email` is another one than the present one */
                    currentPassword?: string | null;
                };
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
    postAuthChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword?: string | null;
                    newPassword?: string | null;
                    /** @description The new password again, as a form sends it */
                    confirmPassword?: string | null;
                    /** @description Whether SQL access ends too */
                    revokeSqlAccess?: boolean | null;
                    /** @description Whether all API keys that you have made end too */
                    revokeKeys?: boolean | null;
                };
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
    postAuthConfirm: {
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
                "application/json": {
                    currentPassword?: string | null;
                    /** @description Of the mail, for accounts without a password */
                    code?: string | null;
                };
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
    postAuthConfirmMail: {
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
    postAuthForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string | null;
                };
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
    postAuthResetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    resetToken?: string | null;
                    newPassword?: string | null;
                };
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
    getAuthVerifyEmail: {
        parameters: {
            query?: {
                token?: string | null;
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
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAuthCancelEmailChange: {
        parameters: {
            query?: {
                token?: string | null;
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
    getAuthExport: {
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
    getAuthGoogle: {
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
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAuthGoogleCallback: {
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
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postAuthGoogleOauthExchange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code?: string | null;
                };
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
    postAuthGoogleOauthVerify: {
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
    postAuthGoogleOauthComplete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string | null;
                    name?: string | null;
                    googleId?: string | null;
                    contactNumber?: string | null;
                    password?: string | null;
                };
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
    getTags: {
        parameters: {
            query?: {
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
    postTags: {
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
                "application/json": {
                    name?: string | null;
                    colour?: ("gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink") | null;
                };
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
    deleteTagsId: {
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
    patchTagsId: {
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
                "application/json": {
                    name?: string | null;
                    colour?: ("gray" | "red" | "orange" | "amber" | "green" | "teal" | "cyan" | "blue" | "violet" | "pink") | null;
                };
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
    getDestinationsChecks: {
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
    putDestinationsChecks: {
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
                "application/json": {
                    isOn: boolean;
                };
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
    getDestinationsImagesToken: {
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
    getUrls: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                search?: string;
                groupId?: string;
                isActive?: boolean;
                domain?: string;
                tags?: string;
                tagsMode?: "any" | "all" | "none";
                archived?: "exclude" | "only" | "include";
                favourite?: boolean;
                hasNote?: boolean;
                deadDestination?: boolean;
                externalId?: string;
                creator?: string;
                createdFrom?: string;
                createdTo?: string;
                tz?: string;
                clicksMin?: number;
                clicksMax?: number;
                sort?: "name" | "created" | "clicks" | "updated" | "destination" | "externalId" | "creator" | "group" | "domain" | "tags" | "note" | "state" | "favourite" | "archived" | "expires";
                order?: "asc" | "desc";
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
    postUrls: {
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
                "application/json": {
                    name?: string | null;
                    originalUrl?: string | null;
                    shortUrl?: string | null;
                    /** @description A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link */
                    domain?: string | null;
                    groupId?: (string | "") | null;
                    /** @description Names; those that aren't there yet are made. They take the place of all that the link has; null: none */
                    tags?: string[] | null;
                    /** @description Of several lines, for whoever keeps the link. Null or blank: none */
                    note?: string | null;
                    /** @description What a program of one's own calls the link; one link of a workspace has it. Null or blank: none */
                    externalId?: string | null;
                    /** @description Before it the link leads nowhere yet. ISO 8601; without an offset it is meant in the link's time zone */
                    notBefore?: string | null;
                    /** @description From then on the link has expired. ISO 8601; without an offset it is meant in the link's time zone. A day alone is valid to its end */
                    expiresAt?: string | null;
                    /** @description Where the link leads once it has expired */
                    expiredUrl?: string | null;
                    /** @description So many people are redirected, counted from when it is set; then the link is used up */
                    maxClicks?: number | null;
                    /** @description Where the link leads once it is used up */
                    maxClicksUrl?: string | null;
                    /** @description IANA; UTC unless given */
                    timeZone?: string | null;
                    /** @description Visitors are asked for it. Nobody can read it again: see `hasPassword` */
                    password?: string | null;
                    /** @description Whether the visitor's query goes on to the destination */
                    forwardQuery?: boolean | null;
                    /** @description Which of two parameters of one name the destination gets: the visitor's (theirsWin, the default) or its own */
                    forwardQueryMode?: ("theirsWin" | "keepMine") | null;
                    /** @description Whether the path behind the code goes on to the destination */
                    appendPath?: boolean | null;
                    /** @description 302 unless given */
                    redirectStatus?: (301 | 302 | 307 | 308) | null;
                    /** @description What crawlers that make previews are shown */
                    preview?: {
                        title?: string;
                        description?: string;
                        imageUrl?: string;
                    } | null;
                    /** @description Whether `code+` doesn't say where the link leads */
                    hideDestination?: boolean | null;
                    /** @description Whether search engines may keep the link's preview */
                    allowIndexing?: boolean | null;
                    /** @description Whether the destination learns the id of the click, as the parameter hop_id: for conversions */
                    passClickId?: boolean | null;
                    /** @description All of them in their order; the first whose condition holds decides */
                    rules?: {
                        /** @description Of a rule that the link has; without it the rule is a new one */
                        number?: number;
                        name?: string;
                        when: components["schemas"]["LinkCondition"];
                        /** @description One of url, split and blocked */
                        then: {
                            url?: string;
                            split?: {
                                arms: {
                                    number?: number;
                                    name?: string;
                                    url: string;
                                    weight: number;
                                }[];
                                /** @description Whether a visitor who comes again gets the same arm */
                                sticky?: boolean;
                            };
                            /** @constant */
                            blocked?: true;
                        };
                    }[] | null;
                    /** @description Where visits lead that no rule is for, instead of `originalUrl` */
                    split?: {
                        arms: {
                            number?: number;
                            name?: string;
                            url: string;
                            weight: number;
                        }[];
                        /** @description Whether a visitor who comes again gets the same arm */
                        sticky?: boolean;
                    } | null;
                    /** @description Answer with the workspace's link that leads there already, if there is one: with this destination and domain, and with the code, the external id, the group and the options as far as they are given. It is made where there is none */
                    findOrCreate?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It was there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewLinkAnswer"];
                };
            };
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewLinkAnswer"];
                };
            };
        };
    };
    postUrlsBatch: {
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
                "application/json": {
                    urls: {
                        name?: string | null;
                        originalUrl?: string | null;
                        shortUrl?: string | null;
                        /** @description A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link */
                        domain?: string | null;
                        groupId?: (string | "") | null;
                        /** @description Names; those that aren't there yet are made. They take the place of all that the link has; null: none */
                        tags?: string[] | null;
                        /** @description Of several lines, for whoever keeps the link. Null or blank: none */
                        note?: string | null;
                        /** @description What a program of one's own calls the link; one link of a workspace has it. Null or blank: none */
                        externalId?: string | null;
                        /** @description Before it the link leads nowhere yet. ISO 8601; without an offset it is meant in the link's time zone */
                        notBefore?: string | null;
                        /** @description From then on the link has expired. ISO 8601; without an offset it is meant in the link's time zone. A day alone is valid to its end */
                        expiresAt?: string | null;
                        /** @description Where the link leads once it has expired */
                        expiredUrl?: string | null;
                        /** @description So many people are redirected, counted from when it is set; then the link is used up */
                        maxClicks?: number | null;
                        /** @description Where the link leads once it is used up */
                        maxClicksUrl?: string | null;
                        /** @description IANA; UTC unless given */
                        timeZone?: string | null;
                        /** @description Visitors are asked for it. Nobody can read it again: see `hasPassword` */
                        password?: string | null;
                        /** @description Whether the visitor's query goes on to the destination */
                        forwardQuery?: boolean | null;
                        /** @description Which of two parameters of one name the destination gets: the visitor's (theirsWin, the default) or its own */
                        forwardQueryMode?: ("theirsWin" | "keepMine") | null;
                        /** @description Whether the path behind the code goes on to the destination */
                        appendPath?: boolean | null;
                        /** @description 302 unless given */
                        redirectStatus?: (301 | 302 | 307 | 308) | null;
                        /** @description What crawlers that make previews are shown */
                        preview?: {
                            title?: string;
                            description?: string;
                            imageUrl?: string;
                        } | null;
                        /** @description Whether `code+` doesn't say where the link leads */
                        hideDestination?: boolean | null;
                        /** @description Whether search engines may keep the link's preview */
                        allowIndexing?: boolean | null;
                        /** @description Whether the destination learns the id of the click, as the parameter hop_id: for conversions */
                        passClickId?: boolean | null;
                        /** @description All of them in their order; the first whose condition holds decides */
                        rules?: {
                            /** @description Of a rule that the link has; without it the rule is a new one */
                            number?: number;
                            name?: string;
                            when: components["schemas"]["LinkCondition"];
                            /** @description One of url, split and blocked */
                            then: {
                                url?: string;
                                split?: {
                                    arms: {
                                        number?: number;
                                        name?: string;
                                        url: string;
                                        weight: number;
                                    }[];
                                    /** @description Whether a visitor who comes again gets the same arm */
                                    sticky?: boolean;
                                };
                                /** @constant */
                                blocked?: true;
                            };
                        }[] | null;
                        /** @description Where visits lead that no rule is for, instead of `originalUrl` */
                        split?: {
                            arms: {
                                number?: number;
                                name?: string;
                                url: string;
                                weight: number;
                            }[];
                            /** @description Whether a visitor who comes again gets the same arm */
                            sticky?: boolean;
                        } | null;
                        /** @description Answer with the workspace's link that leads there already, if there is one: with this destination and domain, and with the code, the external id, the group and the options as far as they are given. It is made where there is none */
                        findOrCreate?: boolean | null;
                    }[];
                };
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
    putUrlsBulk: {
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
                "application/json": {
                    urlIds: string[];
                    isActive?: boolean;
                    groupId?: (string | "") | null;
                    /** @description Names; those that aren't there yet are made */
                    addTags?: string[] | null;
                    removeTags?: string[] | null;
                    isArchived?: boolean | null;
                    /** @description Of the person who calls */
                    isFavourite?: boolean | null;
                };
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
    getUrlsId: {
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
    putUrlsId: {
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
                "application/json": {
                    name?: string | null;
                    originalUrl?: string | null;
                    shortUrl?: string | null;
                    /** @description A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link */
                    domain?: string | null;
                    groupId?: (string | "") | null;
                    /** @description Names; those that aren't there yet are made. They take the place of all that the link has; null: none */
                    tags?: string[] | null;
                    /** @description Of several lines, for whoever keeps the link. Null or blank: none */
                    note?: string | null;
                    /** @description What a program of one's own calls the link; one link of a workspace has it. Null or blank: none */
                    externalId?: string | null;
                    /** @description Before it the link leads nowhere yet. ISO 8601; without an offset it is meant in the link's time zone */
                    notBefore?: string | null;
                    /** @description From then on the link has expired. ISO 8601; without an offset it is meant in the link's time zone. A day alone is valid to its end */
                    expiresAt?: string | null;
                    /** @description Where the link leads once it has expired */
                    expiredUrl?: string | null;
                    /** @description So many people are redirected, counted from when it is set; then the link is used up */
                    maxClicks?: number | null;
                    /** @description Where the link leads once it is used up */
                    maxClicksUrl?: string | null;
                    /** @description IANA; UTC unless given */
                    timeZone?: string | null;
                    /** @description Visitors are asked for it. Nobody can read it again: see `hasPassword` */
                    password?: string | null;
                    /** @description Whether the visitor's query goes on to the destination */
                    forwardQuery?: boolean | null;
                    /** @description Which of two parameters of one name the destination gets: the visitor's (theirsWin, the default) or its own */
                    forwardQueryMode?: ("theirsWin" | "keepMine") | null;
                    /** @description Whether the path behind the code goes on to the destination */
                    appendPath?: boolean | null;
                    /** @description 302 unless given */
                    redirectStatus?: (301 | 302 | 307 | 308) | null;
                    /** @description What crawlers that make previews are shown */
                    preview?: {
                        title?: string;
                        description?: string;
                        imageUrl?: string;
                    } | null;
                    /** @description Whether `code+` doesn't say where the link leads */
                    hideDestination?: boolean | null;
                    /** @description Whether search engines may keep the link's preview */
                    allowIndexing?: boolean | null;
                    /** @description Whether the destination learns the id of the click, as the parameter hop_id: for conversions */
                    passClickId?: boolean | null;
                    /** @description All of them in their order; the first whose condition holds decides */
                    rules?: {
                        /** @description Of a rule that the link has; without it the rule is a new one */
                        number?: number;
                        name?: string;
                        when: components["schemas"]["LinkCondition"];
                        /** @description One of url, split and blocked */
                        then: {
                            url?: string;
                            split?: {
                                arms: {
                                    number?: number;
                                    name?: string;
                                    url: string;
                                    weight: number;
                                }[];
                                /** @description Whether a visitor who comes again gets the same arm */
                                sticky?: boolean;
                            };
                            /** @constant */
                            blocked?: true;
                        };
                    }[] | null;
                    /** @description Where visits lead that no rule is for, instead of `originalUrl` */
                    split?: {
                        arms: {
                            number?: number;
                            name?: string;
                            url: string;
                            weight: number;
                        }[];
                        /** @description Whether a visitor who comes again gets the same arm */
                        sticky?: boolean;
                    } | null;
                    /** @description Left out of lists; it goes on redirecting */
                    isArchived?: boolean | null;
                    /** @description Of the person who calls */
                    isFavourite?: boolean | null;
                };
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
    deleteUrlsId: {
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
    patchUrlsIdToggleStatus: {
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
    getUrlsIdHistory: {
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
    getUrlsIdAt: {
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
    postUrlsIdRevert: {
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
                "application/json": {
                    version: number;
                };
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
    getDomains: {
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
    postDomains: {
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
                "application/json": {
                    name?: string | null;
                    ignoresCase?: boolean;
                };
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
    getDomainsId: {
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
    deleteDomainsId: {
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
    patchDomainsId: {
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
                "application/json": {
                    rootUrl?: string | null;
                    unknownUrl?: string | null;
                    expiredUrl?: string | null;
                    robotsTxt?: string | null;
                    appleAppSiteAssociation?: string | null;
                    assetLinks?: string | null;
                    isDefault?: boolean;
                };
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
    postDomainsIdVerify: {
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
    getUrlsIdStats: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                country?: string;
                browser?: string;
                os?: string;
                device?: string;
                source?: string;
                referrer?: string;
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
    getUrlsIdDecisions: {
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
    getUrlsIdEditEffects: {
        parameters: {
            query?: {
                span?: "hour" | "day" | "week" | "month";
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
    getUrlsIdClickLogs: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                country?: string;
                browser?: string;
                os?: string;
                device?: string;
                source?: string;
                referrer?: string;
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
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
    getLive: {
        parameters: {
            query?: {
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
    postUrlsIdTry: {
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
                "application/json": {
                    /** @description ISO 3166-1 alpha-2; goes before the address */
                    country?: string | null;
                    userAgent?: string | null;
                    /** @description As Accept-Language has it */
                    language?: string | null;
                    query?: string | null;
                    referrer?: string | null;
                    address?: string | null;
                    /** @description Now, where it is missing */
                    at?: string | null;
                    /** @description Proposed ones; missing: those that the link has */
                    rules?: {
                        /** @description Of a rule that the link has; without it the rule is a new one */
                        number?: number;
                        name?: string;
                        when: components["schemas"]["LinkCondition"];
                        /** @description One of url, split and blocked */
                        then: {
                            url?: string;
                            split?: {
                                arms: {
                                    number?: number;
                                    name?: string;
                                    url: string;
                                    weight: number;
                                }[];
                                /** @description Whether a visitor who comes again gets the same arm */
                                sticky?: boolean;
                            };
                            /** @constant */
                            blocked?: true;
                        };
                    }[] | null;
                };
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
    postUrlsIdReplay: {
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
                "application/json": {
                    /** @description 30 unless given */
                    days?: number;
                    /** @description Proposed ones; missing: those that the link has */
                    rules?: {
                        /** @description Of a rule that the link has; without it the rule is a new one */
                        number?: number;
                        name?: string;
                        when: components["schemas"]["LinkCondition"];
                        /** @description One of url, split and blocked */
                        then: {
                            url?: string;
                            split?: {
                                arms: {
                                    number?: number;
                                    name?: string;
                                    url: string;
                                    weight: number;
                                }[];
                                /** @description Whether a visitor who comes again gets the same arm */
                                sticky?: boolean;
                            };
                            /** @constant */
                            blocked?: true;
                        };
                    }[] | null;
                };
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
    getGroups: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                search?: string;
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
    postGroups: {
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
                "application/json": {
                    name?: string | null;
                };
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
    getGroupsId: {
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
    putGroupsId: {
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
                "application/json": {
                    name?: string | null;
                };
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
    deleteGroupsId: {
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
    getGroupsIdStats: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
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
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
    getConversions: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description The `nextCursor` of the page before: `page` is left aside then, and nothing is counted */
                after?: string;
                startDate?: string;
                endDate?: string;
                tz?: string;
                linkId?: string;
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
    postConversions: {
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
                "application/json": {
                    /** @description The `hop_id` that the destination got */
                    clickId?: string | null;
                    /** @enum {string} */
                    type: "lead" | "sale";
                    /** @description What you call it */
                    name?: string | null;
                    /** @description Your own id: what is reported again with it is the one that is there */
                    eventId?: string | null;
                    /** @description Whole number of minor units (cents, say); a sale needs it */
                    amount?: number | null;
                    /** @description ISO 4217, in upper case; an amount needs it */
                    currency?: string | null;
                    /** @description When it was; now unless given */
                    at?: string | null;
                };
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
    deleteConversionsId: {
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
    patchConversionsId: {
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
                "application/json": {
                    /** @description Minor units of the sale's currency that were paid back by now, 0 to its amount */
                    refunded: number;
                };
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
    getConversionsFigures: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                linkId?: string;
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
                /** @description With a chart by it */
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
    getConversionsTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                linkId?: string;
                bots?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
                field: "link" | "country" | "region" | "city" | "referrer" | "language" | "device" | "browser" | "os" | "isp" | "utmSource" | "utmMedium" | "utmCampaign" | "utmTerm" | "utmContent" | "trigger" | "rule" | "arm";
                limit?: number;
                /** @description Of these values alone; may be repeated */
                value?: string | string[];
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
                /** @description Shows what was taken for a person instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
                /** @description As answers give it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description A user agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system */
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
    getBotsTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Shows what was taken for a person instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
                /** @description As answers give it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description A user agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system */
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
    getBotsSamples: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Shows what was taken for a person instead */
                people?: boolean;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
                /** @description As answers give it, such as `crawler: Googlebot` */
                reason?: string;
                /** @description A user agent as it was sent */
                agent?: string;
                /** @description Number of an autonomous system */
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
    getBotsRules: {
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
    putBotsRules: {
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
                "application/json": {
                    /** @description Refused where the rules have another one by now */
                    version?: number | null;
                    /**
                     * @description The first that fits a visit decides
                     * @default []
                     */
                    verdicts?: {
                        /** @enum {string} */
                        field: "agent" | "network" | "referrer";
                        /** @description A part of the user agent, the number of a network, or a host with all below it */
                        value: string;
                        /** @enum {string} */
                        verdict: "person" | "bot";
                    }[];
                    /**
                     * @description Addresses and networks of one's own, in CIDR
                     * @default []
                     */
                    addresses?: string[];
                    /** @description A parameter of the short URL that marks one's own visits */
                    parameter?: {
                        name: string;
                        value: string;
                    } | null;
                };
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
    postBotsRulesTry: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
                "application/json": {
                    /** @description Proposed ones; absent: the workspace's own */
                    verdicts?: {
                        /** @enum {string} */
                        field: "agent" | "network" | "referrer";
                        /** @description A part of the user agent, the number of a network, or a host with all below it */
                        value: string;
                        /** @enum {string} */
                        verdict: "person" | "bot";
                    }[] | null;
                };
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
    getNotes: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description Those about this link and about the whole workspace; may be repeated */
                linkId?: string | string[];
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
    postNotes: {
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
                "application/json": {
                    /** Format: date-time */
                    at: string;
                    text?: string | null;
                    linkId?: (string | "") | null;
                };
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
    deleteNotesId: {
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
    patchNotesId: {
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
                "application/json": {
                    at?: string | null;
                    text?: string | null;
                };
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
    getSharedToken: {
        parameters: {
            query?: {
                period?: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
    postSharedTokenPassword: {
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
                "application/json": {
                    password?: string | null;
                };
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
    getSharedTokenLive: {
        parameters: {
            query?: {
                period?: "24h" | "7d" | "30d" | "90d" | "12m" | "all";
                /** @description field:operation:value, such as country:is:DE; may be repeated. Operations: is, isNot, contains */
                filter?: string | string[];
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
    getShares: {
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
    postShares: {
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
                "application/json": {
                    name?: string | null;
                    /** @description One of workspace, group, link */
                    target?: string | null;
                    /** @description Of the group or the link */
                    targetId?: (string | "") | null;
                    /** @description Of clicks, uniqueVisitors, bots, chart, conversions, revenue */
                    figures?: (string | null)[];
                    /** @description Of country, region, city, referrer, language, device, browser, os, isp, utmSource, utmMedium, utmCampaign, utmTerm, utmContent, trigger */
                    dimensions?: (string | null)[];
                    timeZone?: string | null;
                    from?: string | null;
                    expiresAt?: string | null;
                    /** @description Null or empty: none */
                    password?: string | null;
                    origins?: (string | null)[];
                };
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
    getSharesId: {
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
    deleteSharesId: {
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
    patchSharesId: {
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
                "application/json": {
                    name?: string | null;
                    /** @description Of clicks, uniqueVisitors, bots, chart, conversions, revenue */
                    figures?: (string | null)[];
                    /** @description Of country, region, city, referrer, language, device, browser, os, isp, utmSource, utmMedium, utmCampaign, utmTerm, utmContent, trigger */
                    dimensions?: (string | null)[];
                    timeZone?: string | null;
                    from?: string | null;
                    expiresAt?: string | null;
                    /** @description Null or empty: none */
                    password?: string | null;
                    origins?: (string | null)[];
                };
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
    postSharesIdRenew: {
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
                bots?: boolean;
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                code?: string;
                referrer?: string;
                /** @description As it was asked for */
                host?: string;
                /** @description ISO 3166-1 alpha-2 */
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
    getMissesCodes: {
        parameters: {
            query?: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                bots?: boolean;
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                code?: string;
                referrer?: string;
                /** @description As it was asked for */
                host?: string;
                /** @description ISO 3166-1 alpha-2 */
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
    getMissesTop: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                bots?: boolean;
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                code?: string;
                referrer?: string;
                /** @description As it was asked for */
                host?: string;
                /** @description ISO 3166-1 alpha-2 */
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
    getMissesLive: {
        parameters: {
            query?: {
                bots?: boolean;
                reason?: "unknown" | "unknownHost" | "baseUrl" | "inactive" | "expired" | "notYet" | "usedUp" | "wrongPassword" | "blocked" | "listed" | "banned";
                code?: string;
                referrer?: string;
                /** @description As it was asked for */
                host?: string;
                /** @description ISO 3166-1 alpha-2 */
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
    getCodesCheck: {
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
    getCodesProposals: {
        parameters: {
            query: {
                /** @description The destination */
                url: string;
                /** @description What its page is called */
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
    getKeys: {
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
    postKeys: {
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
                "application/json": {
                    name?: string | null;
                    /** @description Of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read. `…:write` includes `…:read`, `links:write` includes `links:create`. */
                    scopes: (string | null)[];
                    /** @description Null: never */
                    expiresAt?: string | null;
                    /** @description Reaches links of this host alone; empty: of the default domain; null: of any */
                    domain?: string | null;
                    /** @description Reaches links of this group alone */
                    groupId?: (string | "") | null;
                    /** @description Reaches links with this tag alone */
                    tag?: string | null;
                    /** @description Addresses and networks in CIDR that it can be used from; none: from anywhere */
                    addresses?: (string | null)[] | null;
                    /** @description Null: as many as the account may make */
                    requestsPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyAnswer"];
                };
            };
        };
    };
    getKeysCurrent: {
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
    deleteKeysCurrent: {
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
    postKeysHandover: {
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
                "application/json": {
                    name?: string | null;
                    /** @description Of links:read, links:create, links:write, stats:read, groups:read, groups:write, tags:read, tags:write, domains:read, domains:write, conversions:read, conversions:write, notes:read, notes:write, bots:read, bots:write, alarms:read, alarms:write, reports:read, reports:write, shares:read, shares:write, clickExports:read, clickExports:write, clickRetention:read, clickRetention:write, webhooks:read, webhooks:write, queries:read, queries:write, sql:run, export, account:read. `…:write` includes `…:read`, `links:write` includes `links:create`. */
                    scopes: (string | null)[];
                    /** @description Null: never */
                    expiresAt?: string | null;
                    /** @description Reaches links of this host alone; empty: of the default domain; null: of any */
                    domain?: string | null;
                    /** @description Reaches links of this group alone */
                    groupId?: (string | "") | null;
                    /** @description Reaches links with this tag alone */
                    tag?: string | null;
                    /** @description Addresses and networks in CIDR that it can be used from; none: from anywhere */
                    addresses?: (string | null)[] | null;
                    /** @description Null: as many as the account may make */
                    requestsPerMinute?: number | null;
                    /** @description SHA-256 of the program's verifier, in base64url without padding (S256 of RFC 7636) */
                    challenge?: string | null;
                };
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
    postKeysExchange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the page that has made the key */
                    code?: string | null;
                    /** @description What the challenge is the SHA-256 of */
                    verifier?: string | null;
                };
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyAnswer"];
                };
            };
        };
    };
    deleteKeysId: {
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
    getUtmValues: {
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
    putUtmRules: {
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
                "application/json": {
                    /** @description Whether values of parameters that begin with `utm_` must be in lower case */
                    lowerCase: boolean;
                    /**
                     * @description By parameter the values that it may have; what is missing may have any
                     * @default {}
                     */
                    allowed?: {
                        [key: string]: string[];
                    };
                };
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
    getPresetsViews: {
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
    postPresetsViews: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
    deletePresetsViewsId: {
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
    patchPresetsViewsId: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
    getPresetsUtmTemplates: {
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
    postPresetsUtmTemplates: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
    deletePresetsUtmTemplatesId: {
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
    patchPresetsUtmTemplatesId: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
    getPresetsQrDesigns: {
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
    postPresetsQrDesigns: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
    deletePresetsQrDesignsId: {
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
    patchPresetsQrDesignsId: {
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
                "application/json": {
                    name?: string | null;
                    query?: string | null;
                };
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
                /** @description One link's; all of the account's without */
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
    getLedgerRequests: {
        parameters: {
            query: {
                startDate?: string;
                endDate?: string;
                tz?: string;
                /** @description One link's; all of the account's without */
                linkId?: string;
                part: "firstVisit" | "repeat" | "own" | "bot" | "preview" | "head" | "prefetch" | "miss" | "removed";
                /** @description Of bots, previews and misses: exactly this one, as the ledger has it */
                reason?: string;
                limit?: number;
                /** @description The cursor of the page before */
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
    getSql: {
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
    postSql: {
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
                "application/json": {
                    query: string;
                    /**
                     * @default table
                     * @enum {string}
                     */
                    format?: "table" | "csv" | "parquet";
                };
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
    deleteSql: {
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
    getSqlQueries: {
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
    postSqlQueries: {
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
                "application/json": {
                    name?: string | null;
                    text?: string | null;
                };
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
    deleteSqlQueriesId: {
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
    patchSqlQueriesId: {
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
                "application/json": {
                    name?: string | null;
                    text?: string | null;
                };
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
    getUrlsJobs: {
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
    postUrlsJobs: {
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
                "application/json": {
                    urlIds?: string[];
                    /** @description Instead of ids: all links that match when the job is started */
                    filter?: {
                        search?: string;
                        /** Format: uuid */
                        groupId?: string;
                        isActive?: boolean;
                        domain?: string;
                        tags?: string[];
                        /** @enum {string} */
                        tagsMode?: "any" | "all" | "none";
                        /** @enum {string} */
                        archived?: "exclude" | "only" | "include";
                        favourite?: boolean;
                        hasNote?: boolean;
                        deadDestination?: boolean;
                        externalId?: string;
                        /** Format: uuid */
                        creator?: string;
                        /** Format: date-time */
                        createdFrom?: string;
                        /** Format: date-time */
                        createdTo?: string;
                        clicksMin?: number;
                        clicksMax?: number;
                    };
                    change: {
                        originalUrl?: string | null;
                        /** @description A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link */
                        domain?: string | null;
                        groupId?: (string | "") | null;
                        /** @description Names; those that aren't there yet are made. They take the place of all that the link has; null: none */
                        tags?: string[] | null;
                        /** @description Of several lines, for whoever keeps the link. Null or blank: none */
                        note?: string | null;
                        /** @description Before it the link leads nowhere yet. ISO 8601; without an offset it is meant in the link's time zone */
                        notBefore?: string | null;
                        /** @description From then on the link has expired. ISO 8601; without an offset it is meant in the link's time zone. A day alone is valid to its end */
                        expiresAt?: string | null;
                        /** @description Where the link leads once it has expired */
                        expiredUrl?: string | null;
                        /** @description So many people are redirected, counted from when it is set; then the link is used up */
                        maxClicks?: number | null;
                        /** @description Where the link leads once it is used up */
                        maxClicksUrl?: string | null;
                        /** @description IANA; UTC unless given */
                        timeZone?: string | null;
                        /** @description Visitors are asked for it. Nobody can read it again: see `hasPassword` */
                        password?: string | null;
                        /** @description Whether the visitor's query goes on to the destination */
                        forwardQuery?: boolean | null;
                        /** @description Which of two parameters of one name the destination gets: the visitor's (theirsWin, the default) or its own */
                        forwardQueryMode?: ("theirsWin" | "keepMine") | null;
                        /** @description Whether the path behind the code goes on to the destination */
                        appendPath?: boolean | null;
                        /** @description 302 unless given */
                        redirectStatus?: (301 | 302 | 307 | 308) | null;
                        /** @description What crawlers that make previews are shown */
                        preview?: {
                            title?: string;
                            description?: string;
                            imageUrl?: string;
                        } | null;
                        /** @description Whether `code+` doesn't say where the link leads */
                        hideDestination?: boolean | null;
                        /** @description Whether search engines may keep the link's preview */
                        allowIndexing?: boolean | null;
                        /** @description Whether the destination learns the id of the click, as the parameter hop_id: for conversions */
                        passClickId?: boolean | null;
                        /** @description All of them in their order; the first whose condition holds decides */
                        rules?: {
                            /** @description Of a rule that the link has; without it the rule is a new one */
                            number?: number;
                            name?: string;
                            when: components["schemas"]["LinkCondition"];
                            /** @description One of url, split and blocked */
                            then: {
                                url?: string;
                                split?: {
                                    arms: {
                                        number?: number;
                                        name?: string;
                                        url: string;
                                        weight: number;
                                    }[];
                                    /** @description Whether a visitor who comes again gets the same arm */
                                    sticky?: boolean;
                                };
                                /** @constant */
                                blocked?: true;
                            };
                        }[] | null;
                        /** @description Where visits lead that no rule is for, instead of `originalUrl` */
                        split?: {
                            arms: {
                                number?: number;
                                name?: string;
                                url: string;
                                weight: number;
                            }[];
                            /** @description Whether a visitor who comes again gets the same arm */
                            sticky?: boolean;
                        } | null;
                        /** @description Left out of lists; it goes on redirecting */
                        isArchived?: boolean | null;
                        /** @description Of the person who calls */
                        isFavourite?: boolean | null;
                        isActive?: boolean;
                        /** @description For good, with all click data; can't be undone */
                        delete?: boolean;
                        /** @description Names; those that aren't there yet are made */
                        addTags?: string[] | null;
                        removeTags?: string[] | null;
                        /** @description Campaign parameters that are set in the destination each link has, or gets. Null or blank takes one out */
                        utm?: {
                            [key: string]: string | null;
                        } | null;
                    };
                };
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
    getUrlsJobsId: {
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
    getUrlsJobsIdResults: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The position behind which to go on */
                after?: number;
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
    postUrlsJobsIdUndo: {
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
    postUrlsJobsIdCancel: {
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
    getImports: {
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
    postImports: {
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
                "application/json": {
                    /** @enum {string} */
                    source: "bitly" | "rebrandly" | "shortio" | "dub" | "shlink" | "kutt" | "yourls" | "polr" | "blink" | "tly" | "cuttly" | "redirection" | "prettylinks" | "thirstyaffiliates" | "bookmarks" | "hoplog" | "csv";
                    fileName?: string | null;
                    /** @description Ids of links are unique within it. Absent: the file's name, or the source's host */
                    name?: string | null;
                    /** @description Where links go whose domain isn't one of yours. Null or absent: where your new links go */
                    domain?: string | null;
                    /** @description Instead of a file: the service is asked, page by page */
                    api?: {
                        /** @description Of what you run yourself; absent: where the service is */
                        address?: string | null;
                        /** @description Kept encrypted until all is read, and in no answer */
                        key: string;
                    } | null;
                };
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
    getUrlsIdImportedVisits: {
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
    postImportsIdComplete: {
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
                "application/json": {
                    parts: number;
                };
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
    getImportsId: {
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
    patchImportsId: {
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
                "application/json": {
                    /** @description All choices, by the columns' names; a column without one is read as its name says */
                    columns?: {
                        [key: string]: "code" | "destination" | "title" | "tags" | "expiry" | "password" | "state" | "ignore";
                    };
                    /**
                     * @description Which number of a date such as 03/04/2024 is the day
                     * @enum {string}
                     */
                    dates?: "dayFirst" | "monthFirst";
                    /** @description Ids of links are unique within it */
                    name?: string;
                };
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
    postImportsIdStart: {
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
    postImportsIdCancel: {
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
    getImportsIdRows: {
        parameters: {
            query?: {
                limit?: number;
                after?: number;
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
    getReports: {
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
    postReports: {
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
                "application/json": {
                    email?: string | null;
                    /** @enum {string} */
                    cadence: "weekly" | "monthly";
                    /** @default UTC */
                    tz?: string;
                };
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
    deleteReportsId: {
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
    postReportsIdTry: {
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
    getReportsConfirm: {
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
    postReportsConfirm: {
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
    getReportsStop: {
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
    postReportsStop: {
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
    getAlarms: {
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
    postAlarms: {
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
                "application/json": {
                    /** @enum {string} */
                    kind: "spike" | "drop" | "misses" | "expiring" | "dead";
                    linkId?: (string | "") | null;
                    per?: string | null;
                    sensitivity?: string | null;
                    minimum?: number | null;
                    daysBefore?: number | null;
                    tz?: string | null;
                    /** @description HH:MM */
                    quietFrom?: string | null;
                    /** @description HH:MM */
                    quietTo?: string | null;
                    isOn?: boolean | null;
                    emails: string[];
                };
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
    getAlarmsHistory: {
        parameters: {
            query?: {
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
    deleteAlarmsId: {
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
    patchAlarmsId: {
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
                "application/json": {
                    sensitivity?: string | null;
                    minimum?: number | null;
                    daysBefore?: number | null;
                    tz?: string | null;
                    /** @description HH:MM */
                    quietFrom?: string | null;
                    /** @description HH:MM */
                    quietTo?: string | null;
                    isOn?: boolean | null;
                    emails?: string[] | null;
                };
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
    postAlarmsIdTry: {
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
    getAlarmsConfirm: {
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
    postAlarmsConfirm: {
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
    getAlarmsStop: {
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
    postAlarmsStop: {
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
    getExports: {
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
    postExports: {
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
                "application/json": {
                    name?: string | null;
                    endpoint?: string | null;
                    region?: string | null;
                    bucket?: string | null;
                    prefix?: string | null;
                    /** @default true */
                    pathStyle?: boolean;
                    accessKeyId?: string | null;
                    secret?: string | null;
                    /**
                     * @default daily
                     * @enum {string}
                     */
                    cadence?: "hourly" | "daily";
                    from?: (string) | null;
                    /** @default false */
                    bots?: boolean;
                    /** @default false */
                    conversions?: boolean;
                };
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
    deleteExportsId: {
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
    patchExportsId: {
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
                "application/json": {
                    name?: string | null;
                    enabled?: boolean | null;
                    conversions?: boolean | null;
                    accessKeyId?: string | null;
                    secret?: string | null;
                };
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
    postExportsIdTry: {
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
    getExportsIdFiles: {
        parameters: {
            query?: {
                before?: string;
                limit?: number;
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
    postExportsIdRange: {
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
                "application/json": {
                    from: string;
                    to: string;
                };
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
    getClicksRetention: {
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
    putClicksRetention: {
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
                "application/json": {
                    /** @description 30 to 3650; null: for ever */
                    days: number | null;
                };
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
    getClicksRetentionPreview: {
        parameters: {
            query: {
                /** @description 30 to 3650 */
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
    deleteClicksRetentionWaiting: {
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
    getWebhooks: {
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
    postWebhooks: {
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
                "application/json": {
                    url?: string | null;
                    /** @description Of link.created, link.updated, link.deleted, link.expired, link.usedUp, link.clicks, click, domain.lost, import.done */
                    events: string[];
                    name?: string | null;
                    /** @description Events of these links alone, and of those in groupIds; both empty: of all */
                    linkIds?: string[] | null;
                    groupIds?: string[] | null;
                    /** @description What link.clicks is sent at */
                    clickMilestones?: number[] | null;
                    /** @description A message of a link waits until the one before is delivered, or given up */
                    ordered?: boolean | null;
                };
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
    deleteWebhooksId: {
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
    patchWebhooksId: {
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
                "application/json": {
                    url?: string | null;
                    events?: string[] | null;
                    name?: string | null;
                    /** @description Events of these links alone, and of those in groupIds; both empty: of all */
                    linkIds?: string[] | null;
                    groupIds?: string[] | null;
                    /** @description What link.clicks is sent at */
                    clickMilestones?: number[] | null;
                    /** @description A message of a link waits until the one before is delivered, or given up */
                    ordered?: boolean | null;
                    /** @description True: messages wait; false: it goes on, also where it was switched off */
                    paused?: boolean | null;
                };
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
    postWebhooksIdRotate: {
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
    postWebhooksIdTest: {
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
    postWebhooksIdResend: {
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
                "application/json": {
                    since: string;
                };
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
    getWebhooksIdMessages: {
        parameters: {
            query?: {
                before?: string;
                state?: "pending" | "delivered" | "failed";
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
    getWebhooksIdMessagesMessageId: {
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
    postWebhooksIdMessagesMessageIdResend: {
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
    getAuthOutlets: {
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
    postAuthOutletsKindIdResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
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
    deleteAuthOutletsKindId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
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
    putImportsIdFile: {
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
        requestBody?: never;
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
