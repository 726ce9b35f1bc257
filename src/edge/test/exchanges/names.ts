/** The words of a text. */
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/**
 * Names of fields that real programs send, beside those that HTTP gives a meaning for caches and connections: from IANA's
 * registry of field names and from what browsers, CDNs, frameworks and shops add.
 */
export const requestNames = words(`
A-IM Accept-Charset Accept-Datetime Accept-Features Accept-Patch Accept-Post Access-Control-Request-Headers
Access-Control-Request-Method ALPN Alt-Used Apply-To-Redirect-Ref Attribution-Reporting-Eligible C-Ext C-Man C-Opt
Content-Disposition Content-ID Content-Language Content-Location Content-Type CTA-Common-Access-Token
DASL Date DAV Depth Device-Memory Device-Stock-UA Dnt DPoP DPR Downlink Early-Data ECT EDIIN-Features
EDIINT-Features From GetProfile Hobareg Idempotency-Key If If-Schedule-Tag-Match
Include-Referred-Token-Binding-ID Incremental Isolation Label Last-Event-ID Link Lock-Token Man
MIME-Version Meter Method-Check Method-Check-Expires MessageType Negotiate Next-Event-ID OData-EntityId
OData-Isolation OData-MaxVersion OData-Version Opt Ordering-Type Origin Origin-Agent-Cluster OSCORE OSLC-Core-Version
Overwrite P3P PEP Ping-From Ping-To Position Pragma Prefer Priority ProfileObject Protocol-Query
Public-Key-Pins Redirect-Ref Referer Repeatability-First-Sent Repeatability-Request-ID Replay-Nonce RTT Save-Data
Schedule-Reply Schedule-Tag Sec-CH-UA Sec-CH-UA-Arch Sec-CH-UA-Bitness Sec-CH-UA-Mobile Sec-CH-UA-Model
Sec-CH-UA-Platform Sec-CH-UA-Platform-Version Sec-CH-UA-WoW64 Sec-CH-Prefers-Color-Scheme Sec-CH-Viewport-Width
Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-User Sec-GPC Sec-Purpose Sec-Token-Binding Service-Worker
SLUG SoapAction Status-URI Timeout Timing-Allow-Origin Topic Traceparent Tracestate TTL Upgrade-Insecure-Requests
Urgency User-Agent Viewport-Width Want-Content-Digest Want-Digest Want-Repr-Digest Warning Width X-Ajax-Referer
X-Api-Version X-App-Version X-ATT-DeviceId X-B3-ParentSpanId X-B3-Sampled X-B3-SpanId X-B3-TraceId
X-Client-Data X-Correlation-ID X-Csrf-Token X-CSRFToken X-Device X-Do-Not-Track X-Experience-API-Version
X-Flash-Version X-GitHub-Event X-Hub-Signature X-Inertia X-Inertia-Version X-Livewire X-Magento-Cache-Id X-Nextjs-Data
X-Moz X-OperaMini-Phone X-PJAX X-Purpose X-Request-ID X-Requested-With X-Shopify-Api-Features X-Trace-Id X-UIDH
X-Turbo-Request-Id X-Turbolinks X-WP-Nonce X-XSRF-Token XSRF-TOKEN HX-Boosted HX-Current-URL HX-Request
HX-Target HX-Trigger RSC Next-Action Next-Router-Prefetch Next-Router-State-Tree Next-Url Turbo-Frame Purpose
Newrelic Sentry-Trace Baggage Uber-Trace-Id Apollographql-Client-Name Apollo-Require-Preflight GraphQL-Preflight
`)

/** The same for answers. */
export const responseNames = words(`
Accept-Additions Accept-CH Accept-Ch-Lifetime Accept-Patch Access-Control-Allow-Credentials
Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Expose-Headers
Access-Control-Max-Age Activate-Storage-Access Allow Alternates AMP-Cache-Transform Authentication-Info
Cache-Group-Invalidation Cache-Groups Cal-Managed-ID CalDAV-Timezones Capsule-Protocol Cdn-Cache-Hit
Cdn-Request-Id Clear-Site-Data Content-Digest Content-Disposition Content-DPR Content-ID
Content-Language Content-MD5 Content-Script-Type Content-Security-Policy Content-Security-Policy-Report-Only
Content-Style-Type Content-Version Critical-CH Cross-Origin-Embedder-Policy Cross-Origin-Embedder-Policy-Report-Only
Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy DASL DAV Delta-Base Deprecation Derived-From Dictionary-ID
Differential-ID Digest Document-Policy DPoP-Nonce Expect-CT Feature-Policy Fly-Request-Id Generator Host-Header IM
Integrity-Policy Ki-Edge Large-Allocation Link-Template Location-Hint Lock-Token Memento-Datetime Meter MIME-Version
NEL Observe-Browsing-Topics OData-Version Optional-WWW-Authenticate Origin-Agent-Cluster Origin-Trial OSCORE P3P
Panel-Version Permissions-Policy Permissions-Policy-Report-Only PICS-Label Platform Powered-By Preference-Applied
Proxy-Instruction Public RateLimit RateLimit-Limit RateLimit-Policy RateLimit-Remaining RateLimit-Reset
Referrer-Policy Refresh Report-To Reporting-Endpoints Repr-Digest Request-Context Retry-After SBM-Location
Schedule-Tag Sec-Session-Challenge Security-Scheme Server Service-Worker-Allowed Set-Login Signature Signature-Input SLUG
SourceMap Speculation-Tag Strict-Transport-Security Sunset Supports-Loading-Mode Surrogate-Key-Seen TCN
Timing-Allow-Origin Title Tk Traceresponse Tracestate TTL Use-As-Dictionary Variant-Vary WWW-Authenticate X-Amz-Cf-Id
X-Amz-Cf-Pop X-Amz-Request-Id X-Amz-Version-Id X-Aspnet-Version X-AspNetMvc-Version X-Azure-Ref X-Backend
X-Cache X-Cache-Hits X-Cache-Status X-Cacheable X-Cloud-Trace-Context X-Content-Duration X-Content-Security-Policy
X-Content-Type-Options X-Correlation-ID X-Debug-Token X-Dispatcher X-DNS-Prefetch-Control X-Download-Options
X-Drupal-Cache X-Drupal-Dynamic-Cache X-Edge-Origin X-Envoy-Upstream-Service-Time X-Frame-Options X-Generator
X-Github-Request-Id X-Goog-Generation X-Goog-Hash X-Hacker X-Host X-Inertia X-Jenkins X-Kinsta-Cache X-LiteSpeed-Tag
X-LLID X-Magento-Cache-Debug X-Magento-Tags X-Matched-Path X-MS-Request-Id X-Nextjs-Cache X-Nginx-Cache X-Nitro-Cache
X-Oneagent-Js-Injection X-Page-Speed X-Permitted-Cross-Domain-Policies X-Pingback X-Powered-By X-Powered-CMS
X-Proxy-Cache X-Rack-Cache X-Ratelimit-Limit X-Redirect-By X-Request-ID X-Rgw-Object-Type X-Runtime X-Served-By
X-Server X-ShopId X-Shopify-Stage X-Sorting-Hat-PodId X-Sucuri-Cache X-Timer X-Turbo-Charged-By X-TYPO3-Parsetime
X-UA-Compatible X-Varnish X-Vercel-Cache X-Vercel-Id X-WebKit-CSP X-WP-Total X-XSS-Protection Xkey
`).filter((name, i, all) => all.indexOf(name) === i)

/** Fields with which a visitor could claim another host, scheme, path, method or address than those of the request. */
export const claimingNames = words(`
Forwarded X-Forwarded X-Forwarded-Host X-Forwarded-Server X-Forwarded-Proto X-Forwarded-Protocol X-Forwarded-Scheme
X-Forwarded-Ssl X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Path X-Forwarded-Uri X-Forwarded-By X-Forwarded-For
X-Host X-HTTP-Host-Override X-Original-Host X-Original-URL X-Rewrite-URL X-HTTP-Method-Override X-HTTP-Method
X-Method-Override X-Url-Scheme Front-End-Https X-Real-IP X-Client-IP Client-IP True-Client-IP CF-Connecting-IP
X-Cluster-Client-IP Fastly-Client-IP X-Originating-IP X-Remote-IP X-Remote-Addr X-ProxyUser-Ip X_Forwarded_Host
Forwarded-For X-Scheme X-Proto Proxy
`)
