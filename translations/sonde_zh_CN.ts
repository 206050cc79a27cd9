<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_GB">
<context>
    <name>AuthSequenceModel</name>
    <message>
        <location filename="../ui/models/auth/authsequencemodel.cpp" line="+27"/>
        <source>request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>open the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>authorization request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>redirect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>waiting for the redirect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>no response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <source>%1 of the identity provider</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthSettings</name>
    <message>
        <location filename="../src/config/authsettings.cpp" line="+33"/>
        <source>The identity provider&apos;s token endpoint is empty. Enter the URL where it exchanges tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The identity provider&apos;s token endpoint is not a URL. Enter a URL like https://login.example.org/token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The identity provider&apos;s token endpoint does not begin with https://, so the ID token would be sent unencrypted. Use https://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The private key is encrypted. Enter an unencrypted key; it is never written to a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>This is a public key or a certificate. Enter the private key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This is not a private key in PEM format. Enter one that begins with -----BEGIN PRIVATE KEY-----.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>The client ID is empty. This grant cannot register a client automatically. Enter the client ID that the authorization server issued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The client ID at the identity provider is empty. Enter the client ID that the provider issued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>This is not an ID token. An ID token has three parts separated by dots, and begins with eyJ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+56"/>
        <source>%1 must be an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+8"/>
        <source>%1 must be a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>%1 must be an array of strings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 must be a port number from 0 to 65535.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 must be “browser”, “client-credentials” or “enterprise-managed”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 must be “client_secret_basic”, “client_secret_post” or “private_key_jwt”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 must be “system” or “embedded”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AuthState</name>
    <message>
        <location filename="../ui/models/auth/authstate.cpp" line="+84"/>
        <source>Discovering how to authorize %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is waiting: the authorization is paused before its next request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 requires authorization by %2. Choose Authorize to log in on its page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 Copy the URL of the login page and open it in a browser on this computer; %2 continues after you log in. The variable SONDE_BROWSER, or --browser, names the browser that Sonde starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A page of %1 is open in the browser. %2 continues after you log in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 offers several authorization servers. Choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 does not register clients automatically. Enter the client ID you were given.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Authorization</name>
    <message>
        <location filename="../src/auth/base/browser.cpp" line="+32"/>
        <source>Cannot start the browser “%1”: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/base/credentials.cpp" line="+30"/>
        <source>Cannot read the entry in the keychain: its format is invalid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+215"/>
        <source>Clock skew: by this machine&apos;s clock the token was issued %1 s from now. One of the two clocks is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Clock skew: by this machine&apos;s clock the token becomes valid %1 s from now. One of the two clocks is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Clock skew: by this machine&apos;s clock the token expired %1 s ago. One of the two clocks is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/base/metadata.cpp" line="+40"/>
        <source>The response is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The metadata contains no resource.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The metadata contains no issuer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/base/rule.cpp" line="+17"/>
        <source>An endpoint must use https, or http on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The metadata of a public server must not point into a private network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The URL must be an absolute http or https URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The resource in the metadata must be the server that was requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The metadata must list at least one authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A protected server must publish its metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The issuer in the metadata must be identical to the requested issuer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>An authorization server must publish its metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The metadata must contain the required endpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The authorization server must announce PKCE with S256.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A client ID must be sent only to the authorization server that issued it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The response to a client registration must contain a client ID.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Without dynamic registration, you must enter a client ID.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The grant client_credentials requires a client with a secret or a private key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The identity provider requires your ID token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Only http and https URLs may be opened in a browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The redirect must contain the state that was sent, exactly once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A server that announces iss must add it to the redirect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The iss in the redirect must be identical to the requested issuer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The redirect must contain a code or an error, and each parameter once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The authorization server must grant the request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The token endpoint must issue a token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The response of the token endpoint must be JSON with a usable access token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A token of an unknown type must not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server must accept a token that was just issued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Step-up authorization must be limited to a few attempts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A server that offers a login must publish metadata, or have the default endpoints of revision 2025-03-26.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The browser must return to Sonde within the time limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The other server must respond.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 (%2, rule %3)</source>
        <extracomment>A requirement, then the section of the specification and the id of the rule.</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/base/signer.cpp" line="+19"/>
        <source>Cannot sign: sonde-signer.so, a part of Sonde, is missing or has a different version. Reinstall Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/base/signermodule.cpp" line="+66"/>
        <source>Cannot encode the signature.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Cannot read the private key: it must be an unencrypted PEM key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The private key is neither a P-256 nor an RSA key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The private key does not match the signing algorithm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <location line="+5"/>
        <source>The private key cannot sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Cannot create a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The key is not a P-256 key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/browser/browsermessage.cpp" line="+114"/>
        <source>The member “%1” is missing or invalid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+56"/>
        <location line="+22"/>
        <source>The line is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-16"/>
        <source>Unknown order type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Unknown message type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>The line is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/browser/browserrun.cpp" line="+53"/>
        <source>The embedded browser was not ready within %1 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>Invalid message from the embedded browser: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The embedded browser ended with %1 before the authorization server responded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The embedded browser sent too many messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The embedded browser sent its messages in the wrong order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The embedded browser has a different version. Reinstall Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The page was closed before the authorization server responded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The embedded browser reported a redirect to a URL other than the redirect URI.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/browser/embeddedbrowser.cpp" line="+65"/>
        <source>The URL may not be opened in a browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The embedded browser is not installed. Install the package sonde-browser, or use the system&apos;s browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The redirect URI does not point to this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/browser/loopbacklistener.cpp" line="+40"/>
        <source>Cannot listen for the redirect on 127.0.0.1:%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>The request is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>This request is not for Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Only GET is supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Page not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sonde received the response. You can close this page; the result is shown in Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/browser/pagerules.cpp" line="+100"/>
        <source>The URL is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Only http and https URLs may be opened; this one begins with “%1:”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>A page may not load URLs that begin with “%1:”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The URL has no host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The URL contains a user name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The URL points to Sonde&apos;s listener but is not the redirect URI %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The redirect points to %1:%2, not to the redirect URI %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>A page from the network may not access this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/clientregistration.cpp" line="+76"/>
        <source>This grant needs no client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The URL of Sonde&apos;s client metadata document is the client ID.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>A client is already registered with this authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The client ID belongs to %1, but the server requires tokens of %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <location line="+151"/>
        <source>The client ID you entered for this authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-120"/>
        <source>The private key of the client %1 is missing: none was entered, and none is stored. Edit the server and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The secret of the client %1 is missing: none was entered, and none is stored. Edit the server and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The server publishes no authorization metadata, so Sonde knows no way to log in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The port of the registered redirect URI is in use, so the client is registered again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>The server publishes no authorization metadata and does not register clients (HTTP status %1), so no login is possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <location filename="../src/auth/flow/tokenrequest.cpp" line="+341"/>
        <source>HTTP status %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The authorization server did not register the client: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The response contains a client ID.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The client was registered dynamically.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The authorization server %1 does not register clients automatically, and no client ID was entered for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The authorization server does not know the client any more, so the client is registered again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/coderequest.cpp" line="+33"/>
        <source>No scope is requested: neither the server nor its settings name one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Requested scopes: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>The authorization endpoint is not a URL that a browser may open: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The authorization endpoint was not used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>The redirect has too many parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The redirect has no state.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The state in the redirect differs from the state that was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The authorization server announces iss in its redirects, but this redirect has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The redirect is from “%1”, but the request was sent to “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The authorization server denied the request: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The redirect has no code, or more than one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The redirect belongs to this request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/discovery.cpp" line="+54"/>
        <source>Step-up authorization: the token is valid, but the server requires additional scopes. They are requested together with the present ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>You started the authorization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The challenge contains the URL of the server&apos;s metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The challenge does not contain the URL of the server&apos;s metadata, so the well-known URLs are tried.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Not requested: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>More than %1 redirects.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Redirect not followed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Redirect followed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>The metadata is for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The metadata is for %1, not for %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The server&apos;s metadata lists no authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The resource is a parent of the requested URL, not identical to it; RFC 9728 section 3.3 requires them to be identical.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A protected resource should not list the scope offline_access; only the authorization server should offer it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The metadata is for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server&apos;s metadata is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Could not load the server&apos;s metadata: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server publishes no metadata, so the rules of revision 2025-03-26 apply: the authorization server is at the server&apos;s own origin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The origin of the MCP server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The only authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>One of several; credentials for it are known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>You chose it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The metadata names the issuer %1; %2 was requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The issuer is the one that was requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Could not load the metadata of the authorization server %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The authorization server does not support PKCE with S256.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The authorization server does not announce PKCE: its metadata contains no code_challenge_methods_supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The authorization server publishes no metadata, so the default endpoints are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The authorization server&apos;s metadata is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/flow.cpp" line="+204"/>
        <source>The browser did not return within %1 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/flowturn.cpp" line="+45"/>
        <source>Authorization stopped after %1 requests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+80"/>
        <source>The metadata of the authorization server contains no authorization endpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The metadata of the authorization server contains no token endpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The metadata of the authorization server contains no registration endpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The token endpoint of the identity provider is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The authorization endpoint %1 was not used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The token endpoint %1 was not used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The registration endpoint %1 was not used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The token endpoint %1 of the identity provider was not used: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <location filename="../src/auth/runner/serverauthorizer.cpp" line="+94"/>
        <source>Authorization canceled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>HTTP status %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/requesttext.cpp" line="+48"/>
        <source>Line 1 must be a method, a space and a URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Line 1 has no http or https URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+67"/>
        <source>Line %1 is not a header field.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/tokenpost.cpp" line="+131"/>
        <source>The server requires a nonce in the DPoP proof.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/flow/tokenrequest.cpp" line="-286"/>
        <source>Cannot refresh: there is no token for this server. Log in first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Cannot refresh: %1 issued no refresh token. Log in again for a new token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Cannot refresh: the token belongs to the client %1 at %2, which is neither in the settings nor stored. Log in again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+64"/>
        <source>Your ID token is missing: none was entered, and none is stored. Edit the server and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>The ID token expired %1 s ago. Sign on again for a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The response contains an assertion.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The identity provider issued an assertion about you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>A refresh cannot add scopes (RFC 6749 section 6). Log in again to request %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>The response of the token endpoint contains no usable access token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The token type “%1” is not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The token is bound to a key, but the request contained no key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>The response contains a token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Scope not granted: %1 was requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Received a token for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The refresh token is no longer accepted: you must log in again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The identity provider did not issue an assertion: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The token endpoint did not issue a token: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The authorization server has no revocation endpoint, so the tokens were only removed from Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The token was revoked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The token was not revoked; it was only removed from Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/runner/fetchworker.cpp" line="+93"/>
        <source>The response is longer than %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/runner/flowrunner.cpp" line="+282"/>
        <source>You must log in in a browser, but no browser may be opened here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/runner/serverauthorizer.cpp" line="+38"/>
        <source>The server rejected a token that was just issued for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>The server requires scopes that the new token already has: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Step-up authorization ran %1 times, and the server still requires additional scopes: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/store/keychain.cpp" line="+23"/>
        <source>No keychain is available: sonde-keychain.so, a part of Sonde, is missing or has a different version. Reinstall Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/auth/store/keychainstore.cpp" line="+37"/>
        <source>The keychain is locked, or access to it was denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>This desktop has no keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The keychain does not work: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+40"/>
        <source>The keychain does not respond.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Client</name>
    <message>
        <location filename="../src/mcp/client/client.cpp" line="+23"/>
        <source>The server is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+198"/>
        <source>Cannot call the tool %1 over HTTP: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/client/clientlifecycle.cpp" line="+202"/>
        <source>The session expired, and a new one could not be opened: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The connection ended unexpectedly: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server&apos;s process ended unexpectedly: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <location filename="../src/config/commandline.cpp" line="+34"/>
        <source>The command line is longer than %1 characters. Put the long part into a file, or enter the arguments one by one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>The command line ends with a backslash that escapes nothing. Remove it, or write it twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+123"/>
        <source>Sonde runs no shell: “%1” is passed to the program as written; %2 has no special meaning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-100"/>
        <source>The quote %1 at character %2 of the command line is never closed. Add the closing %1, or put a backslash before it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandLineProgram</name>
    <message>
        <location filename="../src/cli/options/options.cpp" line="+103"/>
        <source>The argument %1 on the command line is not UTF-8. Enter it in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>There is no option %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Put the server&apos;s own options after -- and its program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The option %1 was given twice. Remove one of them.</source>
        <translation>选项 %1 指定了两次。请删除其中一个。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The option %1 takes no value. Use just %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+54"/>
        <source>The option %1 needs a value. Use %1 %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The value of %1 is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>%1 is not an era. Use --era auto, --era legacy or --era modern.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/hosts/hostsoptions.cpp" line="+69"/>
        <source>“hosts” is not a complete command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>“hosts” has no command %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Use hosts list, show, tap or untap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>There is no host %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The hosts are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>“hosts %1” takes no argument %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>“hosts %1” has no option %2. See sonde-cli --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <location filename="../src/cli/options/options.cpp" line="+17"/>
        <source>%1 is not an output format. Use --output-format with table, name, json, jsonl or csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>“hosts show” needs a host, for example hosts show claude-code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>“hosts tap” needs a host and the name of a server, for example hosts tap cursor weather.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>“hosts untap” needs a host, or --all for the taps of every host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>--file needs a host, which says what kind of file it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The file %1 of --file does not exist or is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/options.cpp" line="+11"/>
        <source>The value of --env has no “=”. Use --env NAME=VALUE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The value of --env has no name before “=”. Use --env NAME=VALUE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>--env sets %1 twice. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Both --server and %1 were given. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a program after --</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is only for --url. With --server, the file says it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>A command of the shell is for the connected server. Remove -- and what follows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 applies to the whole shell. Give it when you start the shell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>“%1” is no command of the shell. Run it outside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Standard input has the commands of the shell. Pass the arguments with --args @FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Both --url and a program after -- were given. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is only for a server that Sonde starts, not for --url. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>%1 is only for a server with a URL. Add --url URL, or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The server is missing. Add -- followed by its program and arguments, for example sonde-cli tools list -- my-server, or add --url URL, or --server NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server&apos;s program is missing after --. Put the program and its arguments there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server&apos;s program after -- is empty. Use the name or path of a program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 is not one of the revisions that Sonde knows (%2). Sonde tries it as given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Both --args - and “ask” read standard input. Pass the arguments with --args @FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/help/helpcommand.cpp" line="+24"/>
        <source>To read a page: sonde-cli help TOPIC. For all commands and options: sonde-cli --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>There is no help topic %1.</source>
        <translation>没有帮助主题 %1。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The topics are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>“help” takes one topic, but %1 was given as well. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/program/main.cpp" line="+50"/>
        <source>The folder “%1” of --cwd does not exist or is not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The file “%1” of --record already exists. Choose a new name, or delete the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The recording is incomplete. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+178"/>
        <location filename="../src/cli/shell/shell.cpp" line="+119"/>
        <location line="+33"/>
        <source>Note: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Standard output is closed, so the result is lost.</source>
        <translation>标准输出已关闭，结果已丢失。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cannot write to standard output: %1.</source>
        <translation>无法写入标准输出：%1。</translation>
    </message>
    <message>
        <location filename="../src/cli/answers/answerdialogue.cpp" line="+96"/>
        <source>The server requests the list of roots (folders).
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The server requests a response from a language model (sampling).
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>(at most %1 tokens)
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>
(Press Enter to use the value in brackets, or to skip an optional field. Enter :decline or :cancel to stop.)
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The server requests that you open this URL:
  %1
host: %2
Sonde has not opened it.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>separate several with commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Response (empty line: decline): </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Accept? (yes, :decline or :cancel): </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>accept (you consent and have opened the URL), decline or cancel: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Folder (empty line: end of the list): </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+61"/>
        <source>This field is required.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>This value is not one of the choices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Enter yes or no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>This value is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Enter accept, decline or cancel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>This folder does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/answers/answers.cpp" line="+119"/>
        <source>%1, caused by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>The server requested %1, which the client did not declare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Cannot read the response in %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The response in %1 is larger than 64 MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The response in %1 is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Note: the response is not valid. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/answers/terminalask.cpp" line="+22"/>
        <source>Cannot ask on the terminal: standard input has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/auth/authcommand.cpp" line="+54"/>
        <source>the client %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the client %1, with its secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the client %1, registered with %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the client %1, registered with %2, with its secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>client secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>private key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ID token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the identity provider (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the client %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+87"/>
        <source>The server does not require authorization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Logged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Already logged in. To log out: sonde-cli auth logout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Not logged in. Run: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <location line="+40"/>
        <source>Not logged in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-38"/>
        <source>Logged out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Deleted: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Kept for the next login: %1. Use --all to delete it as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+40"/>
        <source>The token was not stored and is lost when this command ends: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>--no-keychain was given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/answeroptions.cpp" line="+32"/>
        <source>Cannot find the file %1 for %2. Use %2 @FILE, %2 ask or %2 PROGRAM.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Cannot parse the command line of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 contains no program. Use %1 @FILE, %1 ask or %1 &apos;PROGRAM ARG…&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>%1 is not a folder. When --roots is given several times, each value must be a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/arguments.cpp" line="+32"/>
        <source>line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The argument %1 is neither key=text nor key:=json. Use NAME=TEXT for a string, or NAME:=JSON for a number, true, null, an array or an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The argument %1 has no name before “%2”. To send an empty name, use --args.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The value of the argument %1 is not JSON: %2. To send it as a string, use = instead of :=.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The value of the argument %1 is empty, which is not JSON. To send it as a string, use = instead of :=.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>Line breaks in the arguments are sent as spaces: a message on stdio is one line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>PARAMS_JSON %1 has no value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-68"/>
        <source>Line breaks in %1 are sent as spaces: a message on stdio is one line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+88"/>
        <location filename="../src/cli/options/namedserver.cpp" line="+30"/>
        <location filename="../src/cli/trace/tracecommand.cpp" line="+153"/>
        <location filename="../src/cli/validate/validatecommand.cpp" line="+36"/>
        <source>Cannot read %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-86"/>
        <source>%1 is larger than %2 MiB, the maximum size of a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The argument %1 was given more than once; Sonde sends all of them, in this order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The content of %1 is not JSON: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The content of %1 is empty, which is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The arguments are not a JSON object, which MCP requires; Sonde sends them unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>PARAMS_JSON %1 is not JSON: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>PARAMS_JSON %1 must be a JSON object, for example &apos;{&quot;name&quot;:&quot;x&quot;}&apos;: MCP allows no other params.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Cannot read standard input: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>--args @ is missing the file name. Use --args @FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/authoptions.cpp" line="+20"/>
        <source>%1 is not a grant. Use --grant browser, --grant client-credentials or --grant enterprise-managed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>%1 is not a client authentication method. Use --client-proof client_secret_basic, client_secret_post or private_key_jwt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Cannot read the file %1 of --client-key: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The file %1 of --client-key is empty or too large for a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>%1 is not a port. Use for example --redirect-port 8765.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>There is no rule %1 that can be overridden. The error message of a refusal contains the name of its rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/commandreader.cpp" line="+101"/>
        <source>%1 is only for tools list, resources list, resources templates and prompts list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is only for check and trace check.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is only for auth logout. Lists are complete without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is only for tools call and prompts get. For request, put the params after the method.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is only for resources read, tools call and prompts get.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is only for tools call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is only for tools call and shell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+2"/>
        <source>%1 is only for validate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is only for shell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>“%1” takes no further argument, but %2 was given. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>“%1” takes no further argument, but %2 was given. Put -- before the server&apos;s program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>“%1” takes no further argument, but %2 was given. Remove it, or put it after --.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The command is missing. Use tools list, tools call NAME, resources read URI, prompts get NAME, request METHOD or info, or see sonde-cli --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>“tools show” needs the name of a tool. Use tools show NAME; tools list shows the names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>“tools call” needs the name of a tool. Use tools call NAME; tools list shows the names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>“resources read” needs a URI. Use resources read URI; resources list shows the URIs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>“resources subscribe” needs a URI. Use resources subscribe URI; resources list shows the URIs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>“prompts get” needs the name of a prompt. Use prompts get NAME; prompts list shows the names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>“complete prompt” needs the name of a prompt. Use complete prompt NAME ARGUMENT=TEXT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>“complete resource” needs a URI template. Use complete resource TEMPLATE VARIABLE=TEXT.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>The commands are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Use one of: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>“%1” needs the argument to complete. Use one of: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-29"/>
        <source>There is no command %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>“%1” is not a complete command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is no command “%1 %2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>“%1” needs a method. Use %1 METHOD [PARAMS_JSON], for example %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>“conformance-client” needs one URL as its last argument.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Only servers with a URL support authorization. Add --url URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>--all-revisions contradicts %1. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>--args contains all the arguments, but %1 was given as well. Use one or the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>--all-pages contradicts %1. Remove one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>--cursor, which loads one page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/httpoptions.cpp" line="+23"/>
        <source>A --header has no name or no colon. Use --header &apos;Name: value&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>“%1” is not a transport. Use --transport auto, --transport streamable or --transport sse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/requestparams.cpp" line="+69"/>
        <source>%1 is not a URI template: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The template %1 has no variable %2. Its variables: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location filename="../src/cli/result/resulttext.cpp" line="+86"/>
        <location line="+39"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/output/text.h" line="+27"/>
        <source>1 byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/contentfiles.cpp" line="+29"/>
        <location filename="../src/cli/trace/exportcommand.cpp" line="+23"/>
        <source>Cannot write %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The file %1 of --output already exists. Choose a new name or a folder, or delete the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The folder of --output %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The result contains %1 content items. To write several files, use --output with a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Cannot write %1, because the file already exists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/contentpiece.cpp" line="+77"/>
        <source>Cannot write %1, because its base64 is invalid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>structured content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/failuretext.cpp" line="+34"/>
        <source>Find the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Start the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Resolve the host name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>TLS handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Send the first request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Receive the first response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Negotiate the revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>The server requires %1 authorization
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <location filename="../src/cli/result/resulttext.cpp" line="-20"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server&apos;s certificate
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>subject</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>fingerprint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>public key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>If you have verified this key, use --insecure-pin %1 to trust it and no other.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/listtext.cpp" line="+63"/>
        <location filename="../src/cli/result/resulttext.cpp" line="-10"/>
        <source>(no name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/resulttext.cpp" line="-32"/>
        <source>resource link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+52"/>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP with SSE (2024-11-05)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Streamable HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-42"/>
        <source>not an object: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>%1 via %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 to %2 via %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/hosts/hostlist.cpp" line="+56"/>
        <source>tapped</source>
        <comment>the state of a server</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <location filename="../src/cli/result/resulttext.cpp" line="+97"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Scope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Command or URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>Line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>(not a valid URL)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>No configuration file of a host was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/resulttext.cpp" line="+1"/>
        <source>Revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Detection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>First response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Server capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/callcheck.cpp" line="+45"/>
        <source>There is no tool “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>There is no prompt “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server lists no resource “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The result has no content array; every revision requires one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The isError of the result is not a boolean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>isError is inside the content; it belongs to the result itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The tool has an output schema, so its result must have structured content, but has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The output schema of the tool cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The structured content does not match the tool&apos;s output schema: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <location filename="../src/cli/server/toolcommand.cpp" line="+78"/>
        <location filename="../src/cli/trace/traceoptions.cpp" line="+84"/>
        <source>Did you mean “%1”?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The tool&apos;s schema has the type %1 for “%2”, and %2=… sends a string. Use %2:=%3 to send JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/failurereport.cpp" line="+26"/>
        <source>The era was set with --era %1. Try --era auto or --era %2.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+70"/>
        <source>The server returned error %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>The first: %1 (--trace shows all of them)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Cannot connect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>To log in: %1
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Server process: %1
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-22"/>
        <source>To wait longer, use --timeout: --timeout 60s
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/auth/authcommand.cpp" line="-138"/>
        <location filename="../src/cli/server/failurereport.cpp" line="+16"/>
        <source>If you have a token, use --header &apos;Authorization: Bearer TOKEN&apos;.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/failurereport.cpp" line="+9"/>
        <source>The server&apos;s last lines on stderr:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/resourcewatch.cpp" line="+80"/>
        <source>The subscription ended: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The server does not support subscriptions to this resource.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/serverlink.cpp" line="+86"/>
        <source>%1 …</source>
        <comment>a step that is running</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>The connection was closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/servercommand.cpp" line="+38"/>
        <source>The server has no resources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server has no resource templates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server has no prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server has no tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+84"/>
        <source>The server does not declare the capability %1. The request is sent all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+92"/>
        <source>Subscribed. Press Ctrl+C to end the subscription.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+79"/>
        <source>Incomplete list: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>1 value in total.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/toolcommand.cpp" line="-1"/>
        <source>The server has no tool “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>tools list shows the names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>The tool %1 must not be called over HTTP: %2 To send the call anyway, use request tools/call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>The server returned the result itself, without a task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Task %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The task ended without a result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/servercommand.cpp" line="-50"/>
        <source>The tool %1 is excluded: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>The list has more pages, but only --json can show the next cursor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The list has more pages. Next page: --cursor %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/toolcommand.cpp" line="+10"/>
        <source>The tool %1 reported an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/resultprinter.cpp" line="+29"/>
        <source>The server requires input to continue, and received none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/servercommand.cpp" line="+27"/>
        <source>%1 values in total.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>There are more values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/tracecommand.cpp" line="-93"/>
        <source>There is no message %1. The last message is %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/exportcommand.cpp" line="+27"/>
        <location line="+4"/>
        <source>a temporary file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Nothing was redacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Redacted: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The extension of %1 is not a known format. Use --format jsonl, har, md or csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <source>%1 is not a format. Use --format jsonl, har, md or csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/traceoptions.cpp" line="-48"/>
        <source>The filter has an error at character %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>trace %1 needs a session file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>trace filter needs a filter after the file, for example &apos;method == &quot;tools/call&quot;&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>trace import needs the name of a new session file after the file to import.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>“trace” is not a complete command. Use trace show, filter, stats, check, export, import or tail, and a FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>“trace %1” is not a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Use trace show, filter, stats, check, export, import or tail, and a FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/checkoptions.cpp" line="+24"/>
        <source>The arguments of --call %1 are not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>--call needs the name of a tool. Use --call NAME or --call &apos;NAME={&quot;key&quot;:1}&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>%1 is not a format. Use --format %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-12"/>
        <source>%1 is not a level. Use error, warning or info.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/traceoptions.cpp" line="+25"/>
        <source>trace %1 takes no argument “%2”. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/hosts/hostsoptions.cpp" line="-35"/>
        <location filename="../src/cli/tap/tapoptions.cpp" line="+74"/>
        <location line="+4"/>
        <location filename="../src/cli/trace/traceoptions.cpp" line="+23"/>
        <location filename="../src/cli/validate/validatecommand.cpp" line="+127"/>
        <source>%1 needs a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/traceoptions.cpp" line="+10"/>
        <source>trace %1 has no option %2. See sonde-cli --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/traceprinter.cpp" line="+69"/>
        <source>No pending request has this id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>This id already has its response, or another request with it is pending.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The response arrived after its request timed out or was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The list repeats a cursor and would never end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>In this revision, servers do not send requests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/tracetail.cpp" line="+68"/>
        <source>Messages are missing from the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/validate/validatecommand.cpp" line="-124"/>
        <source>%1 is larger than 1 GiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>--remote: the folder %2 contains more than %1 files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>%1: valid
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>%1 is empty, which is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 is not JSON: %2 (line %3, column %4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+48"/>
        <source>The value “%1” of --remote is not URL=FOLDER.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>validate has no option %1. Its options are --schema, --remote, --format, --draft7 and --json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>validate needs --schema FILE, or --tool NAME and a server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>validate needs a file to check, or - for standard input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>- is standard input, which can be read only once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/conformance/skillcheck.cpp" line="+67"/>
        <source>%1 has %2, which is not the size in its entry in the skill.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 has another digest than its entry in the skill.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 has other front matter than its entry in the skill.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The entry of the skill lists no such file: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/duration.cpp" line="+18"/>
        <source>Use for example --timeout 500ms or --timeout 2s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The timeout “%1” has a space before or after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The timeout “%1” does not start with a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The timeout “%1” has no unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The timeout “%1” has a unit other than ms, s and m.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The timeout “%1” is shorter than a millisecond.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The timeout “%1” is longer than a day.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/namedserver.cpp" line="+3"/>
        <source>%1 is larger than 1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No server can be read from %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Sonde&apos;s own servers (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 has %2 servers. Choose one with --server NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There is no server %1 in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location filename="../src/cli/options/usageerror.cpp" line="+30"/>
        <source>Did you mean %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>There are none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The servers are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The value of %1 is in the keychain, which this command does not read for servers. Give the value with %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>The server %1 has a URL: --env, --cwd and --clean-env are only for a server that Sonde starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/options/typedwords.cpp" line="+67"/>
        <source>The tool&apos;s schema has the type %1 for %2, and %3 is no JSON of that type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/tooltext.cpp" line="+46"/>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location filename="../src/cli/server/callwatch.cpp" line="+81"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>One of: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Always: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Default: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>NAME</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>TYPE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>REQUIRED</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>DESCRIPTION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Annotations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The schema names no arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Structured result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/server/callwatch.cpp" line="+3"/>
        <source>Progress: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Log, %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Log of %1, %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/shell/shell.cpp" line="-127"/>
        <source>The commands of the command line, without a server:
  tools list | show NAME | call NAME [key=text|key:=json]…
  resources list | templates | read URI | subscribe URI
  prompts list | get NAME [key=text]…
  complete prompt NAME arg=text | resource TEMPLATE var=text
  request METHOD [PARAMS_JSON], notify METHOD [PARAMS_JSON], info
  validate --tool NAME [FILE]…
  exit (or Ctrl+D)
Options such as --json, --typed and --timeout may stand in each line. Words
with blanks are quoted as in a shell. A line that begins with # is a comment.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+63"/>
        <source>Connected to %1. Enter help for the commands, exit to end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/findingreport.cpp" line="+35"/>
        <source>Errors: %1, warnings: %2, notes: %3. Records checked: %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Accepted by the baseline: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 of %2 requirements checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>errors: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>warnings: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>notes: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/checkreport.cpp" line="+46"/>
        <source>Accepted by the baseline, but not found: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/findingreport.cpp" line="+246"/>
        <source>%1 more findings are not shown: of each rule, only the first %2 are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/checkreport.cpp" line="+27"/>
        <source>Accepted findings were written to “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/validate/toolvalidation.cpp" line="+29"/>
        <source>%1 is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 must have the type &quot;object&quot; (2025-11-25 server/tools).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is no usable schema: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>%1: usable
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The tool has no %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/baseline.cpp" line="+48"/>
        <source>Cannot read the baseline “%1”: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>“%1” is not a baseline. Create one with --write-baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>An entry of the baseline “%1” has no “rule”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Cannot write the baseline “%1”: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/checkcommand.cpp" line="+52"/>
        <source>The file “%1” of --write-baseline already exists. Choose a new name, or delete the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+44"/>
        <source>Connected with revision %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/checkplan.cpp" line="+23"/>
        <source>every tool with readOnlyHint and without required arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>no tool is called (see --call and --call-read-only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tools that are called: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Checking %1 in every revision that it speaks:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Checking %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>every page of the lists of tools, prompts, resources and resource templates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>up to %1 listed resources are read, up to %1 prompts without required arguments are got, one argument of each kind is completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>ping, the log level “info”, an unknown notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>requests that the server must refuse: an unknown method, tool, prompt, resource, cursor, log level and revision; missing parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>a cancelled request, a string and a large number as ids, an id twice, %1 requests at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>a text that is no JSON, and a batch in revision 2025-03-26</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a text that is no JSON, and a message without a method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>HTTP requests with a missing and a wrong session id, revision, Accept, Content-Type and Origin; GET; DELETE of a session of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/check/checkwalk.cpp" line="+96"/>
        <source>%1: no response in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+124"/>
        <source>The server lists no tool “%1”; it is not called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/hosts/hostdetails.cpp" line="+46"/>
        <location line="+31"/>
        <location filename="../src/cli/hosts/hostlist.cpp" line="-85"/>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-29"/>
        <source>Project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+1"/>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location filename="../src/cli/hosts/hostlist.cpp" line="-1"/>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <location filename="../src/cli/hosts/hostlist.cpp" line="-24"/>
        <source>disabled</source>
        <comment>the state of a server</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1, %2</source>
        <comment>a path and the scope of the file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 (does not exist)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <location filename="../src/cli/hosts/hoststaps.cpp" line="+119"/>
        <source>%1 has no server “%2” in its files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/hosts/hoststaps.cpp" line="-47"/>
        <source>Cannot create the folder %1 for the recordings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>%1 has several servers “%2”: %3. Choose one with --file, or run the command in the folder of its project.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Tapped “%1”. Restart %2, or the server in it. Recordings are saved in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>No server in the files of %1 has a tap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No server “%1” in the files of %2 has a tap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>Removed the tap of %1. Restart %2, or the server in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1, “%2” in %3</source>
        <comment>a host, a server and a file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The file belongs to the project. Do not share it with the tap, whose paths are those of this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>To approve it again: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 was not changed. Use --yes to change it without a terminal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Change %1? [y/N] </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/tap/tapcommand.cpp" line="+45"/>
        <source>1 folder of PATH was searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 folders of PATH were searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>sonde-cli: cannot start %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/tap/tapoptions.cpp" line="-36"/>
        <source>“tap” needs the server&apos;s program after --, for example sonde-cli tap -- npx server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>“tap” takes no argument %1. Put -- before the server&apos;s program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>“tap” has no option %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Completion</name>
    <message>
        <location filename="../src/mcp/client/completion.cpp" line="+29"/>
        <source>The response has no array “completion.values”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Connection</name>
    <message>
        <location filename="../src/mcp/client/connection.cpp" line="+303"/>
        <source>%1, after %2 ms, %3 on stdout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+116"/>
        <source>The server cancelled the task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/widgets/catalog/conversation.cpp" line="+22"/>
        <source>no role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%1 characters of base64</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Connector</name>
    <message>
        <location filename="../src/mcp/client/connector.cpp" line="+44"/>
        <location line="+294"/>
        <source>%1 is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-281"/>
        <source> · found in folder %1 of %2 in PATH</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+114"/>
        <source>%1 is still fetching the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+140"/>
        <source>PID %1 · own process group · in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/session/httpsteps.cpp" line="+76"/>
        <source> through the proxy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>HTTP status %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Coverage</name>
    <message>
        <location filename="../ui/models/findings/coverage.cpp" line="+112"/>
        <source>%1 in %2 of %3 checked requirements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DesktopBrowser</name>
    <message>
        <location filename="../ui/app/workspace/desktopbrowser.cpp" line="+15"/>
        <source>The desktop did not open a browser for the page.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DetectionCache</name>
    <message>
        <location filename="../src/config/detectioncache.cpp" line="+82"/>
        <source>Could not read detected revisions from %1: %2 The revisions will be detected again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The file was not written by this version of Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Could not save detected revisions to %1: %2 The revisions will be detected again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DiscardedInput</name>
    <message>
        <location filename="../src/mcp/message/discardedinput.cpp" line="+45"/>
        <source>(an empty line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The response has no id, so it cannot be matched to a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The response has the id %1, which matches no pending request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The response arrived before the request with this id was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The response has the id %1, but the request has %2. A response must have exactly the id of its request (JSON-RPC 2.0 section 5).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>This is the request of the client itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>The line has no line end yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>1 line (%1) on stdout could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 lines (%2) on stdout could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>1 message (%1) could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 messages (%2) could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>A line of %1 on stdout has not ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A line of at least %1 on stdout has not ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>First: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Input: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Last: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Reason: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Unfinished line: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Likely cause: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The server writes non-protocol output to stdout. Log lines belong on stderr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A message ends with a line end: the server wrote none, did not flush its output, or is still writing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The JSON spans several lines. A message over stdio is one line without line breaks (2025-11-25 basic/transports).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server responds with an id of another form than the request&apos;s: &quot;1&quot;, 1 and 1.0 are three ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server writes a byte order mark (BOM) before the JSON, which RFC 8259 section 8.1 forbids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server frames its messages with Content-Length, like the Language Server Protocol. An MCP message over stdio is one line without headers (2025-11-25 basic/transports).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The program echoes its input, so it is not an MCP server.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EraCheck</name>
    <message>
        <location filename="../src/setup/eracheck.cpp" line="+26"/>
        <source>%1 is a revision of the %2 era, but the era is set to %3. Remove the pinned revision, or change the era.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <location filename="../ui/session/failure.cpp" line="+64"/>
        <source>%1 did not start: the program was not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 did not start: the program cannot be executed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 did not start: the process could not be started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 cannot be used: the first request could not be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 did not start: the first request could not be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>%1 cannot be reached: the proxy failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+106"/>
        <source>This is a web page, not the address of an MCP server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 is a folder, not a program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>%1 does not exist. It may not have been built yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The Python module %1 is not installed for this interpreter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-189"/>
        <source>%1 cannot be reached: its host name was not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 cannot be reached: the connection failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 cannot be reached: the TLS handshake failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 did not start: the first response timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 did not start: the process ended before it responded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 did not start: the first response could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 cannot be used: no revision was negotiated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 did not start: no revision was negotiated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 was connected, then the connection was lost at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 was connected, then its process ended at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 was connected, then its process ended at %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 is not trusted: its certificate is not signed by a known authority</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 may be an impostor: its key differs from the pinned key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 cannot be used yet: it requires authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 cannot be used: it responded with status %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 cannot be used: the first response timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 cannot be used: its first response could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>No response was received.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>The era of this server is set to modern, but the server may require a handshake. Choose auto or legacy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The era of this server is set to legacy, but the server may not support a handshake. Choose auto or modern.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The server accepts only a token that you already have: it offers no login. Edit the server and add the header Authorization with the value Bearer TOKEN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The URL has no path. Many servers use /mcp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server redirects to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%1 exists, but it is not executable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The program is “%1”, including the spaces. Enter each argument in a row of its own: no shell splits them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The module %1 is not installed where the program searches for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 is not in the PATH of the server process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The address that the server listens on is already in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Likely cause: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Command, one argument per row, no shell:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Folder: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Looked for in: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Environment of the profile:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Last lines of stderr:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>URL: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Response:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Certificate:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FieldRows</name>
    <message>
        <location filename="../ui/widgets/servers/fieldrows.cpp" line="+89"/>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>changed; default: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <location line="+5"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message>
        <location filename="../ui/models/trace/findingtext.cpp" line="+41"/>
        <source>note</source>
        <comment>level of a finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>warning</source>
        <comment>level of a finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>error</source>
        <comment>level of a finding</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>1 note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>1 error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>client and server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>experience</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>no findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <location line="+22"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-12"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <location line="+47"/>
        <source>Requirement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-46"/>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Party</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+42"/>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-37"/>
        <source>See also</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+37"/>
        <source>Remedy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-23"/>
        <source>Checking… %1 messages behind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 (%2, revision %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Found by</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <location filename="../src/findings/catalogue/catalogue.cpp" line="+127"/>
        <source>The catalogue is larger than %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The catalogue is not a JSON array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The catalogue has more than %1 entries.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The entry “%1” has no usable “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Two entries have the id “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/httprules.cpp" line="+21"/>
        <source>The notification `%1` was acknowledged with status %2, not 202.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The status 202 of the notification `%1` has a body of %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>GET was answered with status %1 and content type “%2”: expected is an event stream, or 405.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The response has `Mcp-Session-Id`, but this revision has no sessions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>A request with the foreign origin %1 gets status %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Compare `Origin` with the origins that may use the server, and respond with 403.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>A request with the foreign origin %1 gets status %2, not 403.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The response to `%1` has status %2 and the content type “%3”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 gives status %2, not 405.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>A request with Last-Event-ID is refused with status %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>`Accept` is “%1”, without application/json or text/event-stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The content type of the POST is “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/jsonrpcrules.cpp" line="+46"/>
        <source>The message has no `jsonrpc`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add &quot;jsonrpc&quot;:&quot;2.0&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>`jsonrpc` is %1, not &quot;2.0&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The message has a `method` and also a `result` or an `error`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The message has neither `method`, `result` nor `error`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The response %1 has no `result` and no `error`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The id %1 is neither a string nor an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The id %1 is not an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The id of the request is null.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Use a string or an integer, or leave the id out for a notification.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The id of the response is null.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Repeat the id of the request. If it could not be read, leave the id out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The notification `%1` has the id %2, which makes it a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>This response follows the notification %1 and matches no request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>No open request has the id %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The request has the id %1: repeat the id with the same JSON type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/cancelrules.cpp" line="+30"/>
        <source>`notifications/cancelled` has no `requestId`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>No request of the sender has the id %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <location filename="../src/findings/rules/jsonrpcrules.cpp" line="+14"/>
        <source>The request %1 already has the response %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The client cancels `initialize`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The request %1 was cancelled, but gets a response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The request with this progress token was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The server cancels something else than a `subscriptions/listen`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The progress token %1 is neither a string nor an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The request %1 has the same progress token and runs still.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/jsonrpcrules.cpp" line="+13"/>
        <source>An earlier request of this session has the id %1, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The request %1 with the id %2 has no response yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The result is %1, not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The response has both `result` and `error`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>`error` is %1, not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The error has no `code`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The error has no `message`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The error code %1 is not an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The error message has %1 characters on %2 lines; JSON-RPC asks for one short sentence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/modernrules.cpp" line="+22"/>
        <source>The result has no `resultType`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add &quot;resultType&quot;:&quot;complete&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The result of `%1` has no `%2`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>`ttlMs` is %1, not an integer of at least 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>`cacheScope` is %1, neither public nor private.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>`resultType` is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The error code %1 belongs to earlier revisions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The specification reserves the error code %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>`supportedVersions` does not contain %1, in which the server responds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>A request in the invented revision %1 gets a result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A request in an unknown revision gives the error %1, not -32022.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The error -32022 has no `data.supported`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>A request without `%1` in `_meta` gets a result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/paginationrules.cpp" line="+17"/>
        <source>`nextCursor` is null; the last page has no `nextCursor`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Leave `nextCursor` out of the last page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>`nextCursor` is %1, not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>`nextCursor` is %1, which is the cursor of this very page: the list never ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The cursor %1 is not the `nextCursor` of any page of this list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/progressrules.cpp" line="+39"/>
        <source>The request with the progress token %1 already has the response %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The progress %1 is not more than the one before, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/stdiorules.cpp" line="+24"/>
        <source>The server printed an empty line on stdout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server printed “%1” on stdout, which is not a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Write logs to stderr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The client wrote “%1” to stdin, which is not a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The line ends within a JSON text: “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Write each message on one line, without line breaks inside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>After a message the line continues with “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The client sent a response. Servers of this revision send no requests, so there is nothing to respond to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/httprules.cpp" line="-43"/>
        <location filename="../src/findings/rules/stdiorules.cpp" line="+9"/>
        <source>The server sent the request `%1`. In this revision it asks for input in the result of a request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/stdiorules.cpp" line="+24"/>
        <source>The server was still running after its stdin was closed, and was %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/toolcallrules.cpp" line="+46"/>
        <source>The tool result has no `content`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add &quot;content&quot;:[], or better the same result as text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>`content` is %1, not an array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The tool %1 declares an `outputSchema`, but its result has no `structuredContent`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>`structuredContent` does not match the `outputSchema` of the tool %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>`structuredContent` is %1, not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>No text block of `content` repeats `structuredContent` as JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The unknown tool %1 gives a result with `isError`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The unknown tool %1 gives a result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+12"/>
        <source>Respond with the JSON-RPC error -32602.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>The unknown tool %1 gives the error code %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The tool %1 failed with a JSON-RPC error, which the model does not see: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+47"/>
        <source>Respond with a result that has `isError` true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-15"/>
        <source>The tool %1 was called with arguments that its `inputSchema` forbids, and gave a result. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Wrong arguments for the tool %1 give a JSON-RPC error, which the model does not see.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>The result embeds a resource, but the server does not declare `resources`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/toollistrules.cpp" line="+37"/>
        <source>For a tool without parameters, write &quot;inputSchema&quot;:{&quot;type&quot;:&quot;object&quot;}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The tool %1 has no `inputSchema`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The `inputSchema` of the tool %1 is %2: its `type` must be &quot;object&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The `outputSchema` of the tool %1 is %2: its `type` must be &quot;object&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The tool name %1 has characters other than ASCII letters, digits, `_`, `-` and `.`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The tool name has %1 characters (1 to %2 are allowed).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The tool name has %1 characters; some hosts refuse more than %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The tool name %1 has a dot, which some hosts refuse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Two tools of this list have the name %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Two prompts of this list have the name %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Two resources of this list have the URI %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The tool %1 has both `readOnlyHint` and `destructiveHint`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/authrules.cpp" line="+30"/>
        <source>The status 401 has no `WWW-Authenticate` with `resource_metadata`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add WWW-Authenticate: Bearer resource_metadata=&quot;URL&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>No challenge of the server names its metadata, and %1 gives status %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>`resource` is %1, but the address of the server is %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The metadata has no `code_challenge_methods_supported`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>`code_challenge_methods_supported` is %1, without S256.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/capabilityrules.cpp" line="+39"/>
        <source>The server declares `%1`, but does not know `%2`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The server responds to `%1`, but does not declare `%2`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The server announces changes of its %1, but does not declare `%1.listChanged`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The server sends log messages, but does not declare `logging`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/contentrules.cpp" line="+50"/>
        <source>`data` of the %1 block is not base64.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The %1 block has the MIME type “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>`blob` is not base64.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The contents have both `text` and `blob`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The contents have neither `text` nor `blob`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The URI %1 is not an absolute URI of RFC 3986.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 is not a URI template of RFC 6570.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The completion has %1 values; at most %2 are allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>`audience` is %1, not a list of user and assistant.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>`priority` is %1, not a number from 0 to 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>`lastModified` is %1, not a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The icon is at %1, neither an HTTP URL nor a data URI.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>`%1` of the tool %2 is not a valid JSON Schema: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The argument of the prompt is %1, not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The root %1 is not a file URI.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/headerrules.cpp" line="+43"/>
        <source>status %1 and the error %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>status %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 gives %2, not status 400 and the error %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The invented MCP-Protocol-Version %1 gives status %2, not 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>A request without MCP-Protocol-Version gets status %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>MCP-Protocol-Version %1 with %2 in `_meta`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>A request without Mcp-Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Mcp-Method %1 with the method %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The error -32022 has status %1, not 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>A request without the members of `_meta` gives status %1, not 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The unknown method %1 gives status %2, not 404.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Mcp-Method is “%1”, but the method is %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The POST has no MCP-Protocol-Version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The %1 has no MCP-Protocol-Version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>MCP-Protocol-Version is %1, but `_meta` has %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/lifecyclerules.cpp" line="+26"/>
        <source>The server accepts the invented revision %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+18"/>
        <location line="+15"/>
        <source>Respond with a revision that the server implements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-17"/>
        <source>The server refuses the unknown revision %1 with an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The server refuses the unknown revision %1 with status 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The result of `initialize` has no `protocolVersion`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The result of `initialize` has no `%1`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The server sends `%1` before `notifications/initialized`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The result of `ping` has the member %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>`ping` gives the error %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server does not know `ping`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/practicerules.cpp" line="+31"/>
        <source>The definitions of %1 tools have %2 bytes, about %3 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The tool %1 has no description.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The tools %1 and %2 have the same description.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The names %1 and %2 differ only in upper and lower case.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>`%1` has the invisible character U+%2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>The parameter “%1” of the tool %2 has no description.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The result has %1 bytes of text, about %2 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/refusalrules.cpp" line="+34"/>
        <source>%1 gives a result, not the error %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 gives the error %2, not %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>An unknown method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The text %1 is no message, and gives the error %2, not %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The server ended after a text that is no message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>A POST whose body is not JSON gets status %1, not 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A POST whose body is not JSON gives the error %1, not %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>A batch of %1 messages gets status %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A batch of %1 messages gives the error %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>`%1` without `%2`</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The request `%1` with the id %2 got no response within the limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>An unknown cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>An unknown resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>An unknown prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>A completion for an unknown prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>An unknown log level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/schemarules.cpp" line="+58"/>
        <source>`%1` is null.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Leave an optional member without a value out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>`params` is null.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Leave `params` out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/sessionrules.cpp" line="+52"/>
        <source>The session %1 has ended, but the server responds with status %2, not 404.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server never gave the session id %1, but responds with status %2, not 404.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Respond with 404, so that clients begin a new session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>A request without `Mcp-Session-Id` gets status %1, not 400.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The session id “%1” has other characters than visible ASCII.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The request has the session id “%1”, but the server gave %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/subscriptionrules.cpp" line="+24"/>
        <source>The message has the level %1, but the client asked for %2 and above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The client has not subscribed to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The tools differ from those of the response %1, but no notifications/tools/list_changed came between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/structureerrors.cpp" line="+87"/>
        <source>Must be one of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/structurerules.cpp" line="+51"/>
        <source>The message does not fit the type %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>`%1` does not fit the type %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>`%1` is %2, which does not fit the type %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <location filename="../src/base/formatting.cpp" line="+44"/>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+16"/>
        <location line="+6"/>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 min ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 h ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 day ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 days ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>1 byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 kB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 TB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FrameWords</name>
    <message>
        <location filename="../ui/widgets/trace/framesummary.cpp" line="+25"/>
        <location line="+14"/>
        <location line="+20"/>
        <source>more than %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-29"/>
        <source>chunk %1 of %2, %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>data line %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>written %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>read %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-16"/>
        <source>Received in %1 reads over %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The frame is longer than the part shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 data lines are joined here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-20"/>
        <source>Written in %1 writes over %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Hosts</name>
    <message>
        <location filename="../src/hosts/foundfiles.cpp" line="+75"/>
        <source>The program %1 is not executable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The program %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The program %1 was not found in PATH.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The tap %1 does not exist any more. Remove it from the entry with sonde-cli hosts untap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/hosts/hostdocument.cpp" line="+65"/>
        <source>A typographic quote. JSON needs the plain quote: &quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+61"/>
        <source>The file must contain a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>“%1” must be an object of servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The name is used twice. The host starts only one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The entry must be an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The entry has neither a command nor a URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>“args” must be an array of strings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <location filename="../src/hosts/tapsplice.cpp" line="+77"/>
        <source>“%1” is written twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Sonde cannot edit %1 files yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The file begins with a byte order mark. Some hosts cannot read it. Save it without one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/hosts/hostfile.cpp" line="+30"/>
        <source>Cannot write %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Cannot read %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is larger than %2 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 does not exist any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 is read-only. Sonde does not change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 has changed meanwhile. Sonde did not change it; run the command again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Cannot create the folder %1 for the backup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/hosts/hosttable.cpp" line="+23"/>
        <source>Cursor approves an entry as it is written. A changed entry is not started until you approve it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>VS Code asks whether you trust a changed entry when it starts the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Claude Code asks once for the servers of a project (.mcp.json), and may ask again for a changed one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The host starts servers of a project only in a trusted folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+108"/>
        <source>Amp starts servers of a project only when they are approved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+73"/>
        <source>JSON with comments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>user</source>
        <comment>the scope of a configuration file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>project</source>
        <comment>the scope of a configuration file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>system</source>
        <comment>the scope of a configuration file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/hosts/tapsplice.cpp" line="+11"/>
        <source>“%1” cannot be edited: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>“%1” already has a tap of Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>“%1” is a server with a URL. Sonde cannot tap HTTP yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The command of “%1” contains spaces and has no arguments. Write the program as “command” and each argument into “args”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+60"/>
        <source>“%1” cannot be edited safely. The file stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>“%1” has no tap of Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HttpFacts</name>
    <message>
        <location filename="../ui/models/exchange/httpfacts.cpp" line="+30"/>
        <source>HTTP+SSE (2024-11-05)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Streamable HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>, through the proxy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Security</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>none: http:// is not encrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>none yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>sent, not acknowledged yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-71"/>
        <source>%1, set in the profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, because the server does not support Streamable HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, detected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source> · pinned key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Server event stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>none: this revision uses subscriptions instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>opening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>open: the server can send messages at any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>not offered by the server (optional)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>disconnected; it will be reopened shortly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>waiting to be sent again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+5"/>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-4"/>
        <source>none: requests are independent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>none: the server assigned no id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1, resumed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>no host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source> · received: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>Cached detection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>cacheable for “%1” ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stale immediately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>cacheable for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>an unlimited time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1. Sonde sends a new request each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-99"/>
        <source>Open streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Subject</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 until %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>SHA-256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>SHA-256 of its key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Subscription</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source> · Sonde&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source> · sent again: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>honoured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not honoured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1 d ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 h ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 min ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>probed %1: %2 %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HttpSettings</name>
    <message>
        <location filename="../src/config/httpsettings.cpp" line="+56"/>
        <source>The client certificate key has no effect without a client certificate. Choose the certificate, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The pinned key is not the SHA-256 of a public key. Enter 64 hexadecimal digits, or “sha256//” and 44 characters of base64.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The URL is empty. Enter a URL like https://example.org/mcp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The URL begins or ends with a space. Remove the space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The URL has %1 characters; at most %2 are allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The URL has no scheme. Begin it with https:// or http://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The URL is not valid. Check it for spaces, for characters that must be percent-encoded (a space is %20), and for an invalid port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The URL begins with “%1://”, but MCP servers use https:// or http://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The URL has no host. Enter the host after “://”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The URL contains a user name or a password, which every log would show. Remove them, and add an Authorization header instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The URL has a fragment (after “#”), which is never sent. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>http:// is not encrypted: anyone on the network path to %1 can read and change the traffic. Use https:// if the server supports it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>There are %1 headers; at most %2 are allowed. Remove some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>A header has a value but no name. Enter a name, or remove the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The header name “%1” contains a character that is not allowed there, such as a space or a colon.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The value of %1 contains a line break or a NUL character. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The value of %1 is longer than %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 determines where a request ends, so Sonde sets it. Remove the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>MCP defines the value of %1, and Sonde sends it. Remove the row, unless you want to test how the server handles another value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The value of %1 begins or ends with a space, which is lost in transit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The path contains a NUL character. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The path is not absolute, so it would depend on where Sonde was started. Enter a path that begins with “/”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 does not exist. Create it, or choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is a folder. Choose a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The proxy URL is empty. Enter a URL like http://proxy.example.org:8080.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The proxy URL is not valid. Enter a URL like http://proxy.example.org:8080.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The proxy URL begins with “%1://”. Sonde supports http, https, socks5 and socks5h (the proxy resolves the host name).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The path of the socket is longer than the system&apos;s limit of %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InputRound</name>
    <message>
        <location filename="../src/mcp/client/inputrun.cpp" line="+105"/>
        <source>The server requested input %1 times and requests it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+64"/>
        <source>Cancelled by you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The connection ended before the call could continue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The call was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Json</name>
    <message>
        <location filename="../src/json/edit.cpp" line="+27"/>
        <source>Line %1, column %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+80"/>
        <source>There is no value at this location.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Only an object member can be renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The root value cannot be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Members can only be added to an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Elements can only be added to an array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The array has only %1 elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>There is no such element to move.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/json/parser.cpp" line="+45"/>
        <source>the text is larger than the limit of %1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>the text begins with a byte order mark, which JSON does not allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>the text ends where a value is expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>%1 after the end of the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>expected , or }, found %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>expected , or ], found %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>nested deeper than the limit of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>expected a name in double quotes, found %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>expected : after a name, found %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>expected a value, found %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>the string that begins here is not closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>a control character (%1) inside a string must be escaped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>the text ends inside an escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>JSON has no such escape sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>\u needs four hexadecimal digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>byte %1 is not valid UTF-8 here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>a number must not begin with 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a digit is missing after the sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>a digit is missing after the decimal point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>a digit is missing in the exponent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>expected a value; true, false and null are the only words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+67"/>
        <source>the end of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>byte %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonFile</name>
    <message>
        <location filename="../src/config/jsonfile.cpp" line="+23"/>
        <source>%1.</source>
        <comment>a reason from the operating system</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>The file is larger than %1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The file is not valid JSON (line %1, column %2: %3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The file has no array “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The folder %1 cannot be created.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JsonRowText</name>
    <message>
        <location filename="../ui/content/json/jsonruns.cpp" line="+71"/>
        <source>1 element</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n elements</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location line="+3"/>
        <source>1 member</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n members</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location line="+98"/>
        <source>unfinished</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Lifecycle</name>
    <message>
        <location filename="../ui/models/trace/lifecycletext.cpp" line="+24"/>
        <source>start failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>connection ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>process started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>process ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session id changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session id invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session not ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>session renewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>GET stream opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>GET stream ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>GET stream failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>GET stream not offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stream resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>no content type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>request repeated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>request timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>redirect followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>endpoint received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tap started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>host named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>gap in the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>era detected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>revision negotiated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>authorization required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>authorized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not authorized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>automatic response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stopped automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>response rule failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ListChanges</name>
    <message>
        <location filename="../ui/models/catalog/listchanges.cpp" line="+40"/>
        <source>item %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>%L1 added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%L1 removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%L1 altered</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message>
        <location filename="../src/mcp/client/listing.cpp" line="+40"/>
        <source>Incomplete list: page %1 could not be loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The response has no array &quot;%1&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>The server sent the cursor %1 a second time; the list would never end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Stopped after %1 pages with %2 items.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Negotiation</name>
    <message>
        <location filename="../src/mcp/session/negotiated.cpp" line="+36"/>
        <source> The server responded to %1 with revision %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/session/negotiation.cpp" line="+35"/>
        <source>%1 is the newest revision that both support.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sonde supports none of them, so it tries the legacy era.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>It names no supported revision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It supports %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server responded to the probe server/discover.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server responded to the probe server/discover with status %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server responded to the probe server/discover with %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server responded to the probe server/discover with status %1 and %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>It does not list the revisions it supports.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>It is taken to be a legacy server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Revision %1 is pinned for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The legacy era is chosen for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The modern era is chosen for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The server is taken to be a legacy one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The server responded to the probe server/discover with %1, an error that only modern revisions define.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The server responded to the probe server/discover with %1 and no message, so it is taken to be a legacy server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>status %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/session/negotiator.cpp" line="+23"/>
        <source>less than a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Cached detection from %1 ago; the server was not probed again. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>HTTP with SSE is chosen for this server, but revision %1 does not support it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>HTTP with SSE is chosen for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>The response to the probe opens the session; the request was not repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The session was opened in the same process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The probe server/discover got no response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The probe failed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>the HTTP with SSE event stream (GET)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server responded to initialize by POST with %1, so Sonde tries HTTP with SSE (2024-11-05).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Cannot open a session. Tried: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>It may be a %1 server without server/discover.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <location filename="../src/config/offers.cpp" line="+135"/>
        <location line="+12"/>
        <source>%1 must be an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>%1 must be true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1 must be an array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 must be an array of folders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 must be an object with a “path”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OffersEdit</name>
    <message>
        <location filename="../ui/widgets/servers/offersedit.cpp" line="+38"/>
        <source>“%1” is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <location filename="../ui/app/program/options.cpp" line="+51"/>
        <source>Inspector and debugger for MCP servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-11"/>
        <source>“%1” takes no arguments, but “%2” follows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Show this help and exit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show the version and exit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Color theme: light, dark or system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Keep servers and settings in this folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Record into this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Open login pages with this command; SONDE_BROWSER sets it, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Keep tokens in memory for this run only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A server to connect to at the start: a program with its arguments, or a URL; or a session file to open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Unknown theme “%1”. Use light, dark or system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The value of --%1 is empty.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <location filename="../ui/app/program/paletteentries.cpp" line="+29"/>
        <source>tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>resource template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>saved call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PastedServer</name>
    <message>
        <location filename="../src/config/pastedcommand.cpp" line="+28"/>
        <source>A header without a colon was skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>This command reads the servers from a file. Paste the contents of the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>This command contains neither a program nor the URL of a server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+80"/>
        <source>A variable without a value was skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+72"/>
        <source>This curl command has no URL that begins with https:// or http://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Only the URL and the headers of the curl command were used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>mcp-remote only connects a program to a URL. Sonde can use the URL directly: paste it to see what is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The command line contains no program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/config/pastedserver.cpp" line="+69"/>
        <source>There is nothing to parse. Paste a URL, a command line or a JSON configuration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>This is TOML, which Sonde does not support. Paste the command line or the URL from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>MCP servers do not use this URL scheme. Paste a URL that begins with https:// or http://.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The pasted text is longer than %1 characters. Paste only the part that describes the servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Only the first %1 servers were imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+108"/>
        <source>“%1” has ${…} placeholders, which the program it was written for replaces. Sonde does not replace them: enter the values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/config/pastedjson.cpp" line="+164"/>
        <source>This JSON contains no server: nothing in it has a “command” or a “url”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>“%1” was skipped: it has neither a “command” nor a “url”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+40"/>
        <source>This looks like JSON, but is not valid (line %1, column %2: %3).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <location filename="../ui/app/workspace/places.cpp" line="+42"/>
        <source>Cannot create the folder %1 for session files.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemReport</name>
    <message>
        <location filename="../ui/app/help/problemreport.cpp" line="+32"/>
        <source>Sonde %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Profile</name>
    <message>
        <location filename="../src/config/profile.cpp" line="+84"/>
        <source>The program is empty. Enter its name (looked up in PATH) or its path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-23"/>
        <source>The name is empty. Enter a short name for the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The name “%1” begins or ends with a space. Remove the space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The name has %1 characters; at most %2 are allowed. Shorten it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The name contains a control character. Type it again without that character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Another server already has the name “%1”. Choose a different name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The program contains a NUL character, which is not allowed in a path. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The program “%1” begins or ends with a space, which counts as part of the file name. Remove the space unless the file name contains it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The program begins with “~”, which only a shell expands. Enter %1 instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The program “%1” looks like a complete command line. Enter each argument in its own row, or paste the complete line and choose Parse.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>There are %1 arguments; at most %2 are allowed. Remove some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Argument %1 contains a NUL character, which cannot be passed to a program. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Argument %1 is longer than the system&apos;s limit of %2 bytes. Put it into a file and pass the file name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The working folder contains a NUL character. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The working folder “%1” is not an absolute path, so it would depend on where Sonde was started. Enter a path that begins with “/”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The working folder %1 does not exist. Create it, or choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The working folder %1 is a file. Choose the folder that contains it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>There are %1 environment variables; at most %2 are allowed. Remove some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The variable %1 is defined twice. Remove one of the rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>A variable has a value but no name. Enter a name, or remove the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The variable name “%1” contains “=”. Move the text after it into the value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The variable %1 contains a NUL character. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The variable %1 is longer than the system&apos;s limit of %2 bytes. Shorten it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The pinned revision is too long, or contains spaces or control characters. Enter a date like 2025-11-25.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The pinned revision “%1” is not a date like 2025-11-25. It is sent as written; most servers will reject it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Handshake timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Idle timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Total timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>“Total timeout” is shorter than “Idle timeout”, so the idle timeout never applies. Make the total timeout the longer one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>“%1” is %2 s. Enter at least 0.001 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>“%1” is longer than a day. Enter at most 86400 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/config/profilejson.cpp" line="+70"/>
        <location line="+12"/>
        <location line="+14"/>
        <source>%1 must be a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-18"/>
        <source>%1 must be an array of strings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%1 must be an object of strings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>%1 must be “auto”, “streamable” or “sse”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 must be “environment”, “none” or “given”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>%1 must be an array of headers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 must be an object with a “name” and a “value”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>%1 must be true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+112"/>
        <source>%1 must be an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 must be “auto”, “legacy” or “modern”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 has no name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProfileStore</name>
    <message>
        <location filename="../src/config/profilestore.cpp" line="+70"/>
        <source>Cannot read the server list %1: %2 Check the file&apos;s permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>%1 was written by a newer version of Sonde. Members that this version does not know are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The name “%1” is used twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A server in %1 is not shown. %2 The entry stays in the file; fix it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Cannot use the server list %1: %2 The file cannot be renamed to keep it, either. Move it away, then restart Sonde.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Cannot use the server list %1: %2 The file was renamed to %3, and the list starts empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Cannot save the server list to %1: %2 The old file is unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>The server list was not saved, because %1 could not be read and its contents would be lost. Move the file away first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RawMessage</name>
    <message>
        <location filename="../src/mcp/message/rawmessage.cpp" line="+29"/>
        <source>This is a response; responses get no response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The message has no method, so no response can be matched to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The message has no id; notifications get no response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The id is neither a string nor a number, so no response can be matched to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The text is not JSON, so no response can be matched to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>This is a batch; its responses appear in the trace only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The text is not a JSON object, so no response can be matched to it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestState</name>
    <message>
        <location filename="../ui/widgets/request/requeststate.cpp" line="+45"/>
        <source>error %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+7"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>timed out after %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <location filename="../src/review/answercheck.cpp" line="+84"/>
        <source>%1 is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The role is neither “assistant” nor “user”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>stopReason is not a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>A block is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>data is not base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-59"/>
        <source>%1 is not an array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is not a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <location line="+75"/>
        <location line="+43"/>
        <source>The response is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-106"/>
        <source>Several content blocks require 2025-11-25 or later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Audio content requires 2025-03-26 or later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Tool results belong in messages of the role “user”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>This revision defines no content block of the type “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The request offers no tool with this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>toolChoice is “none”: the response must not use a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>toolChoice is “required”: the response must use a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>stopReason is not “toolUse”, but the response uses a tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The action must be “accept”, “decline” or “cancel”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A response to a URL request has no content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Only an accepted request has content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>A field is a string, a number, true or false, or a list of strings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A field is a string, a number, true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server&apos;s schema is invalid: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>A root is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>A root&apos;s URI begins with file://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>name is not a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/requestcheck.cpp" line="+61"/>
        <source>The whole feature is deprecated since 2026-07-28.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>messages is missing or not an array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>maxTokens is missing or not an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 requires 2025-11-25 or later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 is present, but the client did not declare sampling.tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>includeContext has an unknown value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>includeContext is soft-deprecated, and the client did not declare it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The revision defines no field “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Several content blocks require 2025-11-25 or later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>Tool results are mixed with other content blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The tool result matches no tool use in the previous message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A tool use in the previous message has no result here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>requestedSchema is not the schema of an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The message of the form contains a URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Form fields cannot have the type “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The form appears to request a secret.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>URL mode requires 2025-11-25 or later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+48"/>
        <source>The revision defines no such server request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>The URL is not an http or https address; Sonde does not open it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The URL uses http: data sent to it is not encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The host name contains letters that may look like others (punycode).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The URL contains invisible characters or characters that reverse the text direction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The part before “@” is a user name, not the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-196"/>
        <source>includeContext is soft-deprecated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1 is not between 0 and 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>The role is neither “user” nor “assistant”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+80"/>
        <source>elicitationId is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/answerdraft.cpp" line="+22"/>
        <source>The response is not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/answerrule.cpp" line="+31"/>
        <source>the response is not an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>an error needs an integer code and a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>the program is not a list of strings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>a rule needs exactly one of answer, decline, cancel, error, program and ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>enabled must be true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>delayMs must be an integer from 0 to 600000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The rules must be a list of at most 100 rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>rule %1 (%2) cannot be used: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/chatcompletions.cpp" line="+240"/>
        <source>The response of the endpoint contains no message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>The endpoint sent an event that is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The response of the endpoint is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>The endpoint ended the stream before the response was complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/onerequest.cpp" line="+57"/>
        <source>The request has no bytes in this range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/requestedinput.cpp" line="+44"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%L1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%L1 images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%L1 sounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%L1 tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>form, 1 field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>form, %L1 fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Elicitation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>URL, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the roots that the client offers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/review/ruledraft.cpp" line="+133"/>
        <source>the response is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rpc</name>
    <message>
        <location filename="../src/rpc/message.cpp" line="+74"/>
        <source>&quot;error&quot; must be an object (found %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&quot;code&quot; is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&quot;code&quot; must be an integer (found %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&quot;code&quot; must be an integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&quot;message&quot; is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&quot;message&quot; must be a string (found %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>&quot;error&quot; is null beside a &quot;result&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the message has a &quot;result&quot; as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The error is malformed: %1 (JSON-RPC 2.0 section 5).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The message is JSON, but not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>&quot;jsonrpc&quot; is not &quot;2.0&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&quot;id&quot; is neither a string nor a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&quot;method&quot; is not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The object has no &quot;method&quot;, and no &quot;result&quot; or &quot;error&quot; with an &quot;id&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Line %1, column %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The message begins with a byte order mark (BOM, EF BB BF), which JSON must not have (RFC 8259 section 8.1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The line is not a message: stdout must carry nothing else (2025-11-25 basic/transports).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Batches exist only in revision 2025-03-26 (basic#batching).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>%1… (%2 bytes)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleTrials</name>
    <message>
        <location filename="../ui/session/ruletrials.cpp" line="+29"/>
        <source>you are asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 (does not fit: %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>the output of %1 (not run in this preview)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>after %1 ms: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>rule %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SamplingPage</name>
    <message>
        <location filename="../ui/widgets/review/samplingpage.cpp" line="+35"/>
        <source>system prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%L1 blocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SavedCalls</name>
    <message>
        <location filename="../src/config/savedcalls.cpp" line="+105"/>
        <source>%1 has more than %2 saved calls, the maximum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Cannot read the saved calls in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>The call has no name, or its name is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The call “%1” has no tool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The name “%1” is used twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The arguments of “%1” are too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A saved call in %1 is not shown. %2 The entry stays in the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>Cannot save the saved calls to %1: %2 The file is unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Its contents could not be read, and would be lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The calls are larger than %1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Enter a name for the saved call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The name is longer than %1 characters. Shorten it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The arguments are larger than %1 KiB, which is too large to save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>This server already has %1 saved calls, the maximum. Delete one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Enter a name of 1 to %1 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A saved call “%1” already exists. Choose a different name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The saved call “%1” no longer exists.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <location filename="../src/schema/arraychecks.cpp" line="+92"/>
        <source>At least %2 items must match “contains” (%1 do).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>At most %2 items may match “contains” (%1 do).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+49"/>
        <source>must be an array of schemas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/compiler.cpp" line="+69"/>
        <location filename="../src/schema/valuechecks.cpp" line="+425"/>
        <source>must be a string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>The schema is not valid: “%1” %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>at #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The schema is not valid: it must be an object, true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/completion.cpp" line="+278"/>
        <source>default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/evaluation.cpp" line="+40"/>
        <source>The check takes more than %1 steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The schema allows no value here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The schemas are nested more than %1 levels deep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/fitcheck.cpp" line="+51"/>
        <source>The schema has no property “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>The text is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/formedit.cpp" line="+134"/>
        <source>This is not a JSON value: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+62"/>
        <location line="+17"/>
        <source>The schema has no such choice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+71"/>
        <source>Only an array element can be moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <location line="+12"/>
        <source>A member with this name already exists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/logicchecks.cpp" line="+104"/>
        <location line="+34"/>
        <source>Must match one of %1 choices (matches none).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Must match exactly one choice (matches %1 and %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Must not match the schema of “not”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>must be an array of at least one schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/namechecks.cpp" line="+31"/>
        <source>Missing property “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+51"/>
        <source>Missing property “%1”, which “%2” requires.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <location line="+3"/>
        <source>must be an array of strings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/objectchecks.cpp" line="+80"/>
        <source>A regular expression takes too long to match a property name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+103"/>
        <source>must be an object whose values are schemas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/schemastore.cpp" line="+45"/>
        <source>The schema is not JSON: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>The schema is too complex: it has more than %1 parts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+107"/>
        <source>The schema uses an unsupported dialect: %1. Sonde supports JSON Schema 2020-12 and draft-07.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The schema requires an unsupported vocabulary: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The schema refers to %1, which is not part of it. Sonde fetches no schema from the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>The schema refers to %1, but there is no schema at that location.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/uritemplate.cpp" line="+91"/>
        <source>Not a valid URI template: %1 (at character %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+70"/>
        <source>it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>“%1” is not allowed outside braces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>a brace is not matched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>the operator “%1” is reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>a prefix length must be a number from 1 to 9999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>“%1” is not a valid variable name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>“%1” has several values, but the template takes a prefix of a single value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/validator.cpp" line="+25"/>
        <source>Too complex to check. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/valuechecks.cpp" line="-361"/>
        <source>Must be of type %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source> or </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+63"/>
        <source>Must be %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Must be one of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Must be at most %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Must be less than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Must be at least %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Must be greater than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>A number is too long to check “multipleOf”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Must be a multiple of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Must have at most %1 (has %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Must have at least %1 (has %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>1 character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 property</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 properties</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Duplicates item %1; items must be unique.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The regular expression %1 takes too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Must match the pattern %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Must match the format “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>must be one or more of null, boolean, integer, number, string, array, object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>must be an array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>must be a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>must be a number greater than 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>must be a non-negative integer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerError</name>
    <message>
        <location filename="../src/mcp/message/servererror.cpp" line="+27"/>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The server supports %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The server requires capabilities that the client did not declare: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The server reports that the request&apos;s headers and body do not match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>The message of error %1 is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>an error without a code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>error %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The response has no id, as if the server could not read the request. Sonde matches it to %1, the only pending request.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <location filename="../src/mcp/session/opening.cpp" line="+80"/>
        <source>The server refused %1 for revision %2 with %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The response to initialize has no protocolVersion.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The server offers revision %1, but %2 is pinned for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server offers revision %1, which Sonde does not support in the legacy era (it supports %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The server names no supported revision. In the modern era Sonde supports %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server supports %1; in the modern era Sonde supports %2. They have no revision in common.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/session/sessionerrors.cpp" line="+29"/>
        <source>Cancelled: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>No response to %1 within %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>No response to %1, and no progress for %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Meanwhile the server sent a response without an id: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The server ended the subscription.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server ended the subscription: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The server cancelled the request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server cancelled the request: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server forgot the session while it worked on %1. Whether it completed the request is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The connection ended before the response arrived: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The process ended before it responded: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The request %1 came back instead of a response. The program echoes its input, so it is not an MCP server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>A request with the id %1 is still waiting; a response will be matched to that request.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SignText</name>
    <message>
        <location filename="../ui/models/signs/sign.cpp" line="+28"/>
        <source>sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>tool error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+14"/>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-12"/>
        <source>no response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>late</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-4"/>
        <location line="+6"/>
        <source>note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <location filename="../ui/app/window/statusline.cpp" line="+63"/>
        <source>connection lost</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Subscription</name>
    <message>
        <location filename="../src/mcp/client/subscription.cpp" line="+43"/>
        <location line="+79"/>
        <source>The server is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-15"/>
        <source>The subscription filter is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Revision %1 has no subscriptions/listen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>The server ended the subscription.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 Sonde subscribes again in %2 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>You closed the subscription.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tap</name>
    <message>
        <location filename="../src/tap/record/conversation.cpp" line="+127"/>
        <source>The line is longer than %1 bytes; only its beginning was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The stream ended with this line, which has no line end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/tap/record/recordingfile.cpp" line="+30"/>
        <source>Cannot create the folder %1 for the recording.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/tap/record/sessionrecorder.cpp" line="+74"/>
        <source>The recording is incomplete. The server had ended before all was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Nothing was recorded. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The recording is incomplete. %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Task</name>
    <message>
        <location filename="../src/mcp/task/taskinput.cpp" line="+52"/>
        <source>The responses are not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/task/taskmachine.cpp" line="+97"/>
        <source>The server reports that the task ended without a result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+94"/>
        <source>The response to tasks/get contains no task.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/mcp/task/taskstore.cpp" line="+108"/>
        <source>Too many tasks: Sonde does not follow this one any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+77"/>
        <source>The task does not need this input any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>The task has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>The connection ended; Sonde polls the task again on the next connection.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <location filename="../src/schema/formshape.cpp" line="+102"/>
        <source>The schema is too complex here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+303"/>
        <source>array of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 with %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>choice %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/schema/schemastore.cpp" line="-248"/>
        <source>at #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/trace/findingreport.cpp" line="-184"/>
        <location line="+3"/>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/findings/rules/progressrules.cpp" line="-33"/>
        <source>No request has the progress token %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/cli/result/resulttext.cpp" line="-212"/>
        <source>invalid base64</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tool</name>
    <message>
        <location filename="../ui/models/catalog/toolfacts.cpp" line="+27"/>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>destructive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>idempotent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>open world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>closed world</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>always a task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>has an app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>app only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>This item of the list is not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The tool has no name, so it cannot be called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The tool&apos;s name is not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The tool&apos;s name is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The tool has no object “inputSchema”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The tool&apos;s title or description is not a string.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ToolHeaders</name>
    <message>
        <location filename="../src/mcp/message/toolheaders.cpp" line="+113"/>
        <source>The input schema is too large to be searched for header annotations: more than %1 schemas, or more than %2 inside each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>x-mcp-header at “%1” is not on a property that can be reached through “properties” alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>x-mcp-header of “%1” is not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>x-mcp-header of “%1” is empty; a header needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>x-mcp-header of “%1” is “%2”, which contains a character that is not allowed in a header name (RFC 9110 section 5.1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>x-mcp-header is on “%1”, whose type is %2; only a string, an integer or a boolean can be in a header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>x-mcp-header is “%1” on more than one property; header names are case-insensitive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>More than %1 properties have an x-mcp-header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>not given</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <location filename="../src/trace/file/chunkreader.cpp" line="+51"/>
        <location line="+20"/>
        <location line="+25"/>
        <source>The session file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The session file does not have stream %2 from byte %1 on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/database.cpp" line="+23"/>
        <source>The session file cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>The session file rejected a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>SQLite result code %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/notewriter.cpp" line="+23"/>
        <source>The note cannot be written to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/sessioncopy.cpp" line="+30"/>
        <source>%1 cannot be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The copy was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>it is the session itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/sessionfile.cpp" line="+28"/>
        <source>%1 cannot be opened: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>it is not a session file, or it is damaged (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>its newest part is still in %1, and reading that needs write access to the folder. Copy both files to a folder of your own and open the copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>it has more tables than a session file has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>its table &quot;%1&quot; does not belong to a session file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>it is damaged (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>its table &quot;%1&quot; is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>its format version is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>it has format version &quot;%1&quot;; this version of Sonde reads versions %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>it is an SQLite file, but not a session file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>the file does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>it is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>it is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>you do not have permission to read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>version 1 of the session file cannot store notes. Export the trace as JSON Lines and import it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/sessionreader.cpp" line="+43"/>
        <source>%1 is damaged: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+63"/>
        <source>a stream has invalid values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Opening the session was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>its messages are not numbered consecutively from 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>a note has invalid values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>message %1 is missing or has invalid values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>it refers to bytes beyond the limit of a stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/sessionstore.cpp" line="+67"/>
        <source>%1 cannot be opened: it has more than %L2 messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/file/sessionwriter.cpp" line="+56"/>
        <source>The file %1 exists already; a session never overwrites a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cannot create the session file %1 in %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+61"/>
        <source>The session cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/filter/filterparser.cpp" line="+48"/>
        <source>This closing parenthesis has no opening one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+78"/>
        <source>Expected “and” or “or” between two conditions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-59"/>
        <source>A filter can have at most %1 conditions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Parentheses can be nested at most %1 deep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>This parenthesis is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Expected a field to the left of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Expected a condition, such as method == &quot;tools/call&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>%1 cannot be compared with %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Expected a field without quotation marks to the left of the operator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>“%1” is not a field. The fields are %2, and paths that begin with params, result, error or $.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Expected a list such as (&quot;a&quot;, &quot;b&quot;) after “in”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>A list can have at most %1 values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The list of values is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Expected a comma between two values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Expected a value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>A regular expression can have at most %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/filter/filterpath.cpp" line="+33"/>
        <source>A path can have at most %1 steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The bracket is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Expected a position from 0 to %1, * for all, or a name in quotation marks inside the brackets.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Expected a dot after the bracket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Expected a name at the end of the path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/filter/filtertoken.cpp" line="+25"/>
        <source>A filter can have at most %1 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+90"/>
        <source>“=” is not an operator. Write “==”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <location line="+34"/>
        <source>The quotation mark is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Expected four hexadecimal digits after \u.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/filter/filtervalue.cpp" line="+113"/>
        <source>%1 must be one of: %2%3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>; or an HTTP status such as 404</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+54"/>
        <source>%1 must be compared with bytes in hexadecimal digits, such as &quot;ef bb bf&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 must be compared with an integer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 must be compared with a duration and its unit, such as 50ms; the units are ns, µs, ms, s, min and h.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 must be compared with a number of bytes, such as 200, 2kB or 1MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 must be compared with a time of day such as 12:05:02.5, or with a date such as 2026-11-20T12:05.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/record/store.cpp" line="+40"/>
        <source>There is no message %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A session can have at most %L1 notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/recorder/recordedbytes.cpp" line="+21"/>
        <source>The bytes from %1 on are no longer in memory, and they were not recorded to a session file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>These bytes were not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/recorder/recorder.cpp" line="+136"/>
        <source>A session file is open already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Recording has begun already. Open the session file before the first message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/csvexport.cpp" line="+40"/>
        <location filename="../src/trace/transfer/harexport.cpp" line="+88"/>
        <location filename="../src/trace/transfer/jsonlinesexport.cpp" line="+72"/>
        <location filename="../src/trace/transfer/markdownexport.cpp" line="+137"/>
        <source>The export could not be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/harexport.cpp" line="-13"/>
        <source>The messages have no HTTP exchanges, and HAR contains only those. Export JSON Lines instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/jsonlinesimport.cpp" line="+49"/>
        <source>it does not begin like an exported trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The trace cannot be read, line %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+307"/>
        <source>The trace cannot be read: it is larger than 1 GiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/logimport.cpp" line="+17"/>
        <source>The log cannot be read, %1 %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/traceimport.cpp" line="+27"/>
        <source>The file cannot be imported: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+88"/>
        <source>The import was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/trace/transfer/harimport.cpp" line="+19"/>
        <source>The HTTP log cannot be read, entry %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TraceText</name>
    <message>
        <location filename="../ui/models/trace/tracetext.cpp" line="+29"/>
        <source>request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>invalid UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not JSON-RPC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unfinished line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unexpected batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unknown id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>duplicate id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>repeated cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unexpected request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>malformed error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>parse error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>invalid request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>method not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>invalid params</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>internal error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+122"/>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-179"/>
        <source>non-protocol output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>late response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>closed by Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 closed by Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>bad request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unauthorized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>forbidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>method not allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not acceptable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>conflict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>content too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>unsupported media type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>too many requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>internal server error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>bad gateway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>service unavailable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>gateway timeout</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde</name>
    <message>
        <location filename="../src/base/regex.cpp" line="+73"/>
        <source>“%1” is not valid in a regular expression of ECMA-262 (at %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+113"/>
        <source>The regular expression is longer than %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>“%1” is not a valid regular expression: %2 (at %3).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Actions</name>
    <message>
        <location filename="../ui/app/window/actions.cpp" line="+20"/>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;New server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Import trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>&amp;Go to anything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Statistics…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>T&amp;ools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Next panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Previous panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Report a &amp;problem…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;About Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Review the &amp;next request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>T&amp;race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>T&amp;ime axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>T&amp;heme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>&amp;Light theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Trace only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time &amp;axis and trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-69"/>
        <source>Add server from the &amp;clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Open session…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Save session as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>&amp;Filter this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Filter the &amp;trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>&amp;Ping server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Server re&amp;quests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>&amp;System theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Inspect: all panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Col&amp;umns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message &amp;below the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message to the &amp;right of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message in its &amp;own window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Comfortable rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>&amp;Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect t&amp;o</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect to the de&amp;mo server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Detect the revision again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>D&amp;uplicate server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Response ru&amp;les…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Re&amp;move from list…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <source>&amp;Authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Edit server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+1"/>
        <source>&amp;Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Call &amp;again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Ca&amp;ncel the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Show the result in the trace</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::AuthorizationNotice</name>
    <message>
        <location filename="../ui/app/servers/authorizationnotice.cpp" line="+67"/>
        <source>Copy URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Authorize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the page again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Authorizations</name>
    <message>
        <location filename="../ui/app/workspace/authorizations.cpp" line="+63"/>
        <source>The embedded browser (sonde-browser) is not installed, so the page opens in the system&apos;s browser.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::DockLayout</name>
    <message>
        <location filename="../ui/app/window/docklayout.cpp" line="+54"/>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Server requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Time axis</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::HelpMenu</name>
    <message>
        <location filename="../ui/app/help/helpmenu.cpp" line="+38"/>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Close this window or review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cancel the call, close the detail, a list or a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Field: omitted, null, empty, value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Move a row of an array or a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Remove a rule or a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pages of the server dialog</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>In lists, fields and dialogs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>About Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Sonde %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Inspector and debugger for Model Context Protocol servers.
Free software under the GNU General Public License, version 3 or later.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::MainWindow</name>
    <message>
        <location filename="../ui/app/program/mainwindow.cpp" line="+87"/>
        <source>Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+251"/>
        <source>Nothing is written to a session file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+130"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Edit server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-165"/>
        <source>No server request is waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Sonde no longer writes to the session file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Tokens are kept in memory for this run only: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Panels</name>
    <message>
        <location filename="../ui/app/window/panels.cpp" line="+25"/>
        <source>Panels of the current server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::ProblemReport</name>
    <message>
        <location filename="../ui/app/help/problemreport.cpp" line="+19"/>
        <source>Server %1: %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>(redacted)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Report a problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Add what you did, what you expected and what happened, and copy the text into your report. An exported trace helps. Secrets are redacted; Sonde sends nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Last warning: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>What I did:

What I expected:

What happened:
</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::ProfileSecrets</name>
    <message>
        <location filename="../ui/app/workspace/profilesecrets.cpp" line="+161"/>
        <source>The header %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The environment variable %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The proxy password of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 was kept in memory only and was lost when Sonde ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 is not in the keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 Edit the server and enter it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>proxy password</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::RecentSessions</name>
    <message>
        <location filename="../ui/app/sessions/recentsessions.cpp" line="+48"/>
        <source>No sessions yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Resending</name>
    <message>
        <location filename="../ui/app/trace/resending.cpp" line="+62"/>
        <source>Cannot send the message again: %1 is not connected. Connect it first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::ReviewLinks</name>
    <message>
        <location filename="../ui/app/reviews/reviewlinks.cpp" line="+27"/>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+62"/>
        <source>The server waits for your review: %1. Several calls are running; this one may be waiting for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Waiting for your review: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Reviews</name>
    <message>
        <location filename="../ui/app/reviews/reviews.cpp" line="+47"/>
        <source>Close the review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Fix the rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 reviews are open. Close one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Close the review; the server request keeps waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Close the review (Ctrl+W); the server request keeps waiting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::SecretKeeper</name>
    <message>
        <location filename="../ui/app/workspace/secretkeeper.cpp" line="+26"/>
        <source>%1 holds secret values in plain text, because Sonde runs without a keychain. They are removed from the file the next time the server list is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 holds secret values in plain text, and the keychain does not store them: %2 They are removed from the file the next time the server list is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Secret values were moved from %1 into the keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The secret values of %1 are kept in memory for this run only: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Sonde runs without a keychain.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::ServerCommands</name>
    <message>
        <location filename="../ui/app/servers/servercommands.cpp" line="+40"/>
        <source>Enter these secret values again: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+86"/>
        <source>This is a copy of %1; it is added when you save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>It has the same secret values: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+69"/>
        <source>Added 1 server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Added %1 servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Remove server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove %1 from the list?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server is stopped and its settings are deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The demo server comes with Sonde. It has an example of everything that Sonde shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 responded to the ping after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Revision %1 has no ping.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::SessionOpening</name>
    <message>
        <location filename="../ui/app/sessions/sessionopening.cpp" line="+24"/>
        <source>Open session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::SessionViews</name>
    <message>
        <location filename="../ui/app/sessions/sessionviews.cpp" line="+28"/>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Count the listed messages by method and target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show what the messages violate of the specification (Ctrl+Shift+8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Show the calls of the session on a time axis (Ctrl+0)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Sessions</name>
    <message>
        <location filename="../ui/app/sessions/sessions.cpp" line="+60"/>
        <location line="+82"/>
        <source>Exported to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-77"/>
        <source>Open session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <location line="+30"/>
        <source>Sessions (*.sonde)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-30"/>
        <location line="+15"/>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>Import trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>All formats (*.jsonl *.ndjson *.har *.json *.log)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>JSON Lines of Sonde or mcpsnoop (*.jsonl *.ndjson)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP Archive, HAR 1.2 (*.har)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>History of the MCP Inspector (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Logs of Claude Desktop (*.log)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>No session file exists yet. Connect to a server first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Save session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+49"/>
        <source>%1 is still being recorded. The window shows the messages up to now; open the session again to see more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Sonde ended unexpectedly. 1 session can be recovered: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sonde ended unexpectedly. %1 sessions can be recovered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-28"/>
        <source>Saved to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::StatusLine</name>
    <message>
        <location filename="../ui/app/window/statusline.cpp" line="-17"/>
        <source>stdio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP+SSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>Current server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Recorded so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Copied %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>no server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>process %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>recording to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>not recorded: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>1 server request waits for review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%L1 server requests wait for review</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::ToolBar</name>
    <message>
        <location filename="../ui/app/window/toolbar.cpp" line="+37"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <location line="+15"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-10"/>
        <source>Connect the current server; the arrow shows all servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Current server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Review the next waiting server request (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+1"/>
        <source>Go to anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Go to anything…      %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Server requests (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source> · %1 · first response %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::TraceCommands</name>
    <message>
        <location filename="../ui/app/trace/tracecommands.cpp" line="+95"/>
        <location line="+20"/>
        <source>The message is no longer in the trace.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::app::Workspace</name>
    <message>
        <location filename="../ui/app/workspace/workspace.cpp" line="+298"/>
        <location line="+50"/>
        <source>The connection was closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-31"/>
        <source>%1: the response rules in servers.json are invalid and are ignored: %2. Fix them in the server settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1: a response rule in servers.json is invalid: %2. It is skipped, and the other rules respond. Fix it in the server settings.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::browser::AddressBar</name>
    <message>
        <location filename="../ui/browser/addressbar.cpp" line="+27"/>
        <source>URL of the page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::browser::BrowserPage</name>
    <message>
        <location filename="../ui/browser/browserpage.cpp" line="+93"/>
        <source>The page has too many windows open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The page requests access to the camera, microphone, screen, location, mouse or notifications.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The page requests to handle “%1” links.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <location line="+24"/>
        <source>The page requests a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-13"/>
        <source>The server requires HTTP authentication, which only the system&apos;s browser supports.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The page says: “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The page asks: “%1”. Sonde answered “no”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The page asks: “%1”. Sonde did not answer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::browser::BrowserSession</name>
    <message>
        <location filename="../ui/browser/browsersession.cpp" line="+32"/>
        <source>Downloads are blocked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+67"/>
        <source>Refused: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::browser::BrowserWindow</name>
    <message>
        <location filename="../ui/browser/browserwindow.cpp" line="+47"/>
        <source>Encrypted with a valid certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Not encrypted, on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Not encrypted: others can read the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Authorization of %1 – Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Open in the &amp;system browser instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Cancel the authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>&amp;Close this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Authorization of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Opened by the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Loading %1 … %2 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <location line="+15"/>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-14"/>
        <source>Loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The server responded with status %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cannot load the page: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The page&apos;s process exited with %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-18"/>
        <location line="+19"/>
        <source>&amp;Reload</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Audio</name>
    <message>
        <location filename="../ui/content/media/audiofacts.cpp" line="+33"/>
        <source>The file is truncated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+54"/>
        <source>The first audio frame is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>%1 Hz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>mono</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>stereo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>about %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::AudioViewer</name>
    <message>
        <location filename="../ui/content/media/audioviewer.cpp" line="+34"/>
        <source>Waveform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>no waveform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Play in system player</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>opened in the player</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Base64</name>
    <message>
        <location filename="../ui/content/text/base64text.cpp" line="+48"/>
        <source>spaces or line breaks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>the URL-safe alphabet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>no padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>a wrong length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The base64 has %1; strict decoders reject it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Invalid base64: the end is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Invalid base64: the character at %1 is not in the alphabet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::BytesView</name>
    <message>
        <location filename="../ui/content/bytes/bytesview.cpp" line="+67"/>
        <source>Copy as hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Part of the frame, not of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Start of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::CompletionList</name>
    <message>
        <location filename="../ui/content/json/completionlist.cpp" line="+80"/>
        <location line="+1"/>
        <source>Completions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>deprecated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Content</name>
    <message>
        <location filename="../ui/content/base/content.cpp" line="+81"/>
        <source>The block has no data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-19"/>
        <source>The resource has a text and a blob; this is the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The resource has neither a text nor a blob.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>omitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Further blocks, shown only in the tree: %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>The block has no type; shown as received.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No revision up to 2026-07-28 defines this block type; shown as received.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The block has no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The block has no resource.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The tool reported an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>in the tool result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>JSON tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Audio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>Further contents, shown only in the tree: %L1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ContentFile</name>
    <message>
        <location filename="../ui/content/base/contentfile.cpp" line="+96"/>
        <source>Cannot save the file: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ContentList</name>
    <message>
        <location filename="../ui/content/view/contentlist.cpp" line="+30"/>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Show more (%L1 left)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ContentTableModel</name>
    <message>
        <location filename="../ui/content/table/contenttablemodel.cpp" line="+60"/>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ContentView</name>
    <message>
        <location filename="../ui/content/view/contentview.cpp" line="+62"/>
        <source>as received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Type and size of the content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Toggle the block as received (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Choose a viewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+157"/>
        <source>Open in browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+69"/>
        <source>Save content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-242"/>
        <source>Copy the content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save the decoded content as a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Viewer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Csv</name>
    <message>
        <location filename="../ui/content/table/csvtable.cpp" line="+102"/>
        <source>rows whose number of fields differs from the first row: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::DecodedText</name>
    <message>
        <location filename="../ui/content/text/decodedtext.cpp" line="+127"/>
        <source>Some bytes are not valid %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>mixed line endings: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>The encoding &quot;%1&quot; is unknown; shown as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 with BOM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Bytes that are not UTF-8: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::FileViewer</name>
    <message>
        <location filename="../ui/content/media/fileviewer.cpp" line="+36"/>
        <source>PDF %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sonde does not render PDF documents. Save the document, open it in the system viewer, or look at its bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sonde has no viewer for this type. Save the file, or look at its bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open in system viewer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::FindBar</name>
    <message>
        <location filename="../ui/content/text/findbar.cpp" line="+32"/>
        <location line="+1"/>
        <source>Find in the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Previous match (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Next match (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Close search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Close search (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Image</name>
    <message>
        <location filename="../ui/content/media/decodedimage.cpp" line="+51"/>
        <source>The SVG cannot be rendered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Sonde has no decoder for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The image is too large to show: %L1 × %L2 pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The image cannot be decoded: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ImageView</name>
    <message>
        <location filename="../ui/content/media/imageview.cpp" line="+30"/>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::ImageViewer</name>
    <message>
        <location filename="../ui/content/media/imageviewer.cpp" line="+52"/>
        <source>Zoom out (−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom in (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>1 : 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Actual size (1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Fit to window (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::JsonEditor</name>
    <message>
        <location filename="../ui/content/json/jsoneditor.cpp" line="+60"/>
        <source>JSON text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Ctrl+Tab leaves the text, Ctrl+F searches, F8 goes to the next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+240"/>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Toggle fold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Unfold all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::JsonTreeModel</name>
    <message>
        <location filename="../ui/content/json/jsontreemodel.cpp" line="+206"/>
        <source>not JSON: line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::JsonTreeView</name>
    <message>
        <location filename="../ui/content/json/jsontreeview.cpp" line="+33"/>
        <source>Copy value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy string contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy JSON pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>JSON tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+171"/>
        <source>Expand to level</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::JsonViewer</name>
    <message>
        <location filename="../ui/content/json/jsonviewer.cpp" line="+55"/>
        <source>Open JSON in string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Previous problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Go back to the document that holds the string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>This string may contain JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>The string is not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-52"/>
        <source>JSON in the string %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::LinkViewer</name>
    <message>
        <location filename="../ui/content/media/linkviewer.cpp" line="+50"/>
        <source>Resource URI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Read resource</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::MarkdownDocument</name>
    <message>
        <location filename="../ui/content/text/markdowndocument.cpp" line="+103"/>
        <source>[image, not fetched: %1]</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::MarkdownViewer</name>
    <message>
        <location filename="../ui/content/text/markdownviewer.cpp" line="+48"/>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::OpenOutside</name>
    <message>
        <location filename="../ui/content/media/openoutside.cpp" line="+61"/>
        <source>The desktop has no program for this type. Save the file instead.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Prepared</name>
    <message>
        <location filename="../ui/content/view/preparedcontent.cpp" line="+104"/>
        <source>Its characters are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Declared as %1, but the bytes are not %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Declared as %1, but the bytes are %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Declared as %1, but the bytes are not in a known audio format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Declared as %1, but the bytes are not text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Too large to render as Markdown; shown as text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Declared as %1, but line %2, column %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::TableViewer</name>
    <message>
        <location filename="../ui/content/table/tableviewer.cpp" line="+42"/>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Copy cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>1 row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>truncated: the text has more rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::TextDiffView</name>
    <message>
        <location filename="../ui/content/text/textdiffview.cpp" line="+102"/>
        <source>Removed and added lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+49"/>
        <source>No differences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Lines: %1 removed, %2 added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source> · too different for a comparison by line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source> · only the first %1 lines are compared</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::TextView</name>
    <message>
        <location filename="../ui/content/text/textview.cpp" line="+30"/>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Wrap lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::TextViewer</name>
    <message>
        <location filename="../ui/content/text/textviewer.cpp" line="+33"/>
        <source>%1 lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>1 line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::content::Wav</name>
    <message>
        <location filename="../ui/content/media/wavfile.cpp" line="+116"/>
        <source>WAV, PCM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>WAV, floating point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>WAV, format %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The file is truncated: it declares %1 of audio and has %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The file is truncated: it has no audio data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The file has no format chunk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-16"/>
        <source>WAV</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::look::PanelTitle</name>
    <message>
        <location filename="../ui/look/paneltitle.cpp" line="+40"/>
        <source>Float panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Close panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::look::SearchField</name>
    <message>
        <location filename="../ui/look/searchfield.cpp" line="+29"/>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Clear the field</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::look::SpokenLabel</name>
    <message>
        <location filename="../ui/look/spokencontrols.cpp" line="+33"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::look::Svg</name>
    <message>
        <location filename="../ui/look/safesvg.cpp" line="+78"/>
        <source>The SVG is not well-formed: line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The SVG repeats elements too often to be drawn safely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Not drawn, because it is active or refers to external content: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>The SVG has too many elements, or they are nested too deep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+91"/>
        <source>The SVG is larger than 8 MiB and is not drawn.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::AuthAttemptModel</name>
    <message>
        <location filename="../ui/models/auth/authattemptmodel.cpp" line="+28"/>
        <source>not sent yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-32"/>
        <source>waiting for the response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::AuthSequenceModel</name>
    <message>
        <location filename="../ui/models/auth/authsequencemodel.cpp" line="+45"/>
        <source>Browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>MCP server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 to %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>pending</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::AuthStepModel</name>
    <message>
        <location filename="../ui/models/auth/authproblems.cpp" line="+22"/>
        <source>Resource mismatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>URL not secure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>URL in a private network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Malformed URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Resource metadata missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Issuer mismatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Server metadata missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Endpoint missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>S256 missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client of another issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Registration refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No client ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>URL not for a browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Malformed token response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>New token rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Login not offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Browser timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>A proxy or a template drops the tenant&apos;s path, or one of the two has a trailing slash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server is reached through a different host, port or path than it was configured with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The metadata does not contain code_challenge_methods_supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The browser sent an old page again, or the redirect was forged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The authorization server registers only approved clients. Enter a client ID in the server&apos;s settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The token is for a different resource or issuer than the server expects, or the clocks of the two servers differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The user or the authorization server did not grant the scope.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A public server points to a private network, by mistake or to attack it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server accepts only a token that you already have, as a header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The authorization server showed an error page, for example because the redirect URI is not registered, or the login was not completed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Client rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client not authorized</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Refresh token rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Code rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Resource rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The client ID or its secret is wrong or has expired, or the authentication method differs from the registered one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The redirect URI is not registered. Set a fixed port in the server&apos;s settings, and register http://127.0.0.1:PORT/callback.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The code was issued for a different redirect URI, was already used, or has expired.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The refresh token was revoked, has expired, or was already used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The authorization server does not know a scope, or does not grant it to this client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The authorization server issues no tokens for this MCP server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-112"/>
        <source>Secret or key missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ID token missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Wrong state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Issuer missing in the redirect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Wrong issuer in the redirect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Malformed redirect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Token refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Unknown token type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+64"/>
        <source>Scope not granted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-35"/>
        <source>It was not entered in the server&apos;s settings, or it was kept in memory and lost when Sonde ended, or the keychain was emptied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Redirect mismatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-23"/>
        <source>The metadata was written for a server without TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/models/auth/authstepmodel.cpp" line="+93"/>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-4"/>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>waiting for the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>check overridden: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+64"/>
        <source>Challenge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Resource metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Choose authorization server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Server metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Authorization request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Authorize in browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Identity assertion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Exchange for token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::CapabilityModel</name>
    <message>
        <location filename="../ui/models/catalog/capabilitymodel.cpp" line="+96"/>
        <source>client: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>server: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Capability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Detail</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::CatalogModel</name>
    <message>
        <location filename="../ui/models/catalog/catalogmodel.cpp" line="+82"/>
        <source>This item of the list is not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>It has no “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+7"/>
        <source>Its “%1” is not a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Its “%1” is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>It has no “name” that is a string.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Its “arguments” are not an array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Its argument %1 has no name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>(no name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>excluded: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+72"/>
        <source>Another item of this list has the same name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::CatalogTree</name>
    <message>
        <location filename="../ui/models/catalog/catalogtree.cpp" line="+32"/>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Templates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::ChangeModel</name>
    <message>
        <location filename="../ui/models/catalog/changemodel.cpp" line="+30"/>
        <source>+ %1 · added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 %2 · removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>≠ %1 · altered</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::CoverageModel</name>
    <message>
        <location filename="../ui/models/findings/coveragemodel.cpp" line="+57"/>
        <source>%1 of %2 checked requirements exercised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Requirements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Passed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Violated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Not seen yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Not observable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::CredentialModel</name>
    <message>
        <location filename="../ui/models/auth/credentialmodel.cpp" line="+31"/>
        <source>registered dynamically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <location line="+192"/>
        <source>Expires</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-129"/>
        <source>%1, in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-76"/>
        <location line="+76"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-97"/>
        <location line="+137"/>
        <source>entered by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-135"/>
        <source>client metadata document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+85"/>
        <location line="+12"/>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-8"/>
        <source>%1, expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+118"/>
        <source>Scopes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-117"/>
        <location line="+25"/>
        <source>Refresh token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-24"/>
        <location line="+16"/>
        <location line="+13"/>
        <location line="+85"/>
        <source>Issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-108"/>
        <location line="+1"/>
        <source>Stored in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>memory, for this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>memory, for this run only: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+12"/>
        <location line="+6"/>
        <source>Client ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-17"/>
        <source>Requested scopes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Granted scopes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>not in the response, so as requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>client secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>identity provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Resource or client ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-106"/>
        <source>the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Obtained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Token endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <location line="+6"/>
        <source>Secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <location line="+6"/>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <location line="+6"/>
        <source>Private key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Authentication method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Redirect URI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>ID token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>client</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::DiffModel</name>
    <message>
        <location filename="../ui/models/trace/diffmodel.cpp" line="+90"/>
        <source> (no line ending)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>1 unchanged line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%L1 unchanged lines</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::ErrorCount</name>
    <message>
        <location filename="../ui/models/trace/errorcount.cpp" line="+25"/>
        <source>1 error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 errors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::FindingTree</name>
    <message>
        <location filename="../ui/models/findings/findingtree.cpp" line="+210"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 · %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+18"/>
        <location line="+4"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::GroupProxy</name>
    <message>
        <location filename="../ui/models/catalog/groupproxy.cpp" line="+94"/>
        <source>%1, group of %L2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::HeadModel</name>
    <message>
        <location filename="../ui/models/exchange/headmodel.cpp" line="+91"/>
        <source>means %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-35"/>
        <source>more lines in the bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>redacted when recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>not valid base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>not in the request body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>but the request body has %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>by Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>yours, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>after the body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::HeldRequestModel</name>
    <message>
        <location filename="../ui/models/auth/heldrequestmodel.cpp" line="+68"/>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>sent again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>not sent again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>canceled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1, requires additional scopes · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, requires additional scopes: %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1, requires %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>id %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::LanePlaces</name>
    <message>
        <location filename="../ui/models/timeaxis/laneplaces.cpp" line="+109"/>
        <source>HTTP exchanges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>non-protocol output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>more calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>more requests</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::LogModel</name>
    <message>
        <location filename="../ui/models/trace/logmodel.cpp" line="+94"/>
        <source>%1 bytes, too long for a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+93"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Logger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::MessageFindings</name>
    <message>
        <location filename="../ui/models/trace/messagefindings.cpp" line="+60"/>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::OperationModel</name>
    <message>
        <location filename="../ui/models/session/operationmodel.cpp" line="+75"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>idle %1 · total %2 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>task: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>kept %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>task: gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>cancelling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-38"/>
        <source>no response since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>a response arrived %1 later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1, late response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>may have expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>waiting for the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>next poll in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>polling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+90"/>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Elapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Time left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::PropertyModel</name>
    <message>
        <location filename="../ui/models/exchange/propertymodel.cpp" line="+20"/>
        <source>Name resolved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>TLS established</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Request sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>First byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Signed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>– for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>– issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>– valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>– SHA-256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+49"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Purpose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>used before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>TLS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cipher</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::RequestModel</name>
    <message>
        <location filename="../ui/models/session/requestmodel.cpp" line="+45"/>
        <source>URLs to visit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>from task %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>from task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>from call %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>as task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>round %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>Completed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>in review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::RuleModel</name>
    <message>
        <location filename="../ui/models/session/rulemodel.cpp" line="+28"/>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ask me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+70"/>
        <source>any request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>after %1 ms: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>invalid: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Then</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::SavedCallModel</name>
    <message>
        <location filename="../ui/models/catalog/savedcallmodel.cpp" line="+52"/>
        <source>%1, calls %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::SearchHits</name>
    <message>
        <location filename="../ui/models/trace/searchhits.cpp" line="+94"/>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>deeper in a large message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>at byte %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::ServerModel</name>
    <message>
        <location filename="../ui/models/session/servermodel.cpp" line="+61"/>
        <source>no URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+93"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Sonde demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stdio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1, stdio, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, URL at %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>start failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>ended: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>ended %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>connected, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The demo server, an example of everything that Sonde shows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::SseEventModel</name>
    <message>
        <location filename="../ui/models/exchange/sseeventmodel.cpp" line="+35"/>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>no data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+87"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::StartStepModel</name>
    <message>
        <location filename="../ui/models/session/startstepmodel.cpp" line="+50"/>
        <source>Find the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Start the process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Send the first request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>Resolve the host name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>TLS handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Read the response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Negotiate the revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::TimeLanes</name>
    <message>
        <location filename="../ui/models/timeaxis/timelanes.cpp" line="+282"/>
        <source>round %1 of call #%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>HTTP exchange of call #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>server request during call #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>poll of task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 of task %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::ToolTree</name>
    <message>
        <location filename="../ui/models/catalog/tooltree.cpp" line="+53"/>
        <source>destructive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>other</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::models::TraceCells</name>
    <message>
        <location filename="../ui/models/trace/tracecells.cpp" line="+134"/>
        <source>Before the row above: messages are listed in the order in which they were complete, and their time is that of the first byte sent or the last byte received.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>1 · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+103"/>
        <source>%1, connection %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 (probe of the protocol era)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+87"/>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Sent automatically: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Δ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::review::EndpointCall</name>
    <message>
        <location filename="../src/review/modelendpoint.cpp" line="+68"/>
        <source>%1 is not a valid endpoint URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The request for the endpoint is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>The response of the endpoint is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The endpoint responded with status %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Retry after %1 s.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::review::ProgramRun</name>
    <message>
        <location filename="../src/review/programrun.cpp" line="+51"/>
        <source>The program did not respond within %L1 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The output of the program is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>The output of the program is not JSON: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The program produced no output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The output of the program is not a JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-11"/>
        <source>The program ended with %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::review::RuleRunner</name>
    <message>
        <location filename="../src/review/rulerunner.cpp" line="+114"/>
        <location line="+35"/>
        <location line="+50"/>
        <source>rule %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-49"/>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::review::ServerRequestQueue</name>
    <message>
        <location filename="../src/review/serverrequestqueue.cpp" line="+114"/>
        <source>not offered: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>the roots in this server&apos;s settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+62"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>The request is not waiting any more: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The request is not waiting any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>refused with %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>declined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>responses sent to the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>sent again with the responses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>sent again with a changed requestState (experiment)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>sent again without requestState (experiment)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>task cancelled instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>stopped here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::session::CauseFinder</name>
    <message>
        <location filename="../ui/session/causefinder.cpp" line="+33"/>
        <source>No call is recorded as the cause of message %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::session::LoadTest</name>
    <message>
        <location filename="../ui/session/loadtest.cpp" line="+138"/>
        <source>The connection was lost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::session::ResourceWatch</name>
    <message>
        <location filename="../ui/session/resourcewatch.cpp" line="+64"/>
        <source>The server is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+62"/>
        <source>The server accepted the subscription but left out this resource.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::session::SavedCallStore</name>
    <message>
        <location filename="../ui/session/savedcallstore.cpp" line="+58"/>
        <source>Cannot save the call: no server is selected.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::session::ToolCall</name>
    <message>
        <location filename="../ui/session/toolcall.cpp" line="+110"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::Annotations</name>
    <message>
        <location filename="../ui/widgets/trace/annotations.cpp" line="+28"/>
        <source>Mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Mark or unmark the selected messages (Ctrl+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Write a note about the selected message (Ctrl+Shift+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Cannot mark more than %1 messages at once. Select fewer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AnswerEditor</name>
    <message>
        <location filename="../ui/widgets/review/answereditor.cpp" line="+58"/>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-4"/>
        <source>Response as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Text of the response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Name of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stop reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop &amp;reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Add block:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add a text block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add an image from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Audio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add an audio file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tool use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add a tool use block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Images (*.png *.jpg *.jpeg *.gif *.webp *.svg);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Audio files (*.wav *.mp3 *.ogg *.flac *.m4a);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Cannot read %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is larger than %L2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 is neither an image nor an audio file (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Fix the JSON first: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>The text on the JSON tab is not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-75"/>
        <source>Add a block from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+77"/>
        <source>The answer has %L1 blocks; the form shows the first text. The rest stands under JSON.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AnswerPane</name>
    <message>
        <location filename="../ui/widgets/request/answerpane.cpp" line="+70"/>
        <source>Result as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Contents of the result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Response as received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Request as sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Copy the message byte for byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Waiting for the response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Review…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The server refused the request; there is no result. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The response has no contents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The error object, as received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-32"/>
        <source>The server wants to be told something before it answers; what it asks is in the tree.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AnswerSource</name>
    <message>
        <location filename="../ui/widgets/review/answersource.cpp" line="+48"/>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>&amp;Write it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-41"/>
        <location line="+117"/>
        <source>Get response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-115"/>
        <source>Save response…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Response source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Saved response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>&amp;Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Model &amp;endpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Save response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Saved response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Command line of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>./answer.py</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Gets the request&apos;s params as JSON on its input, and writes the result as JSON on its output. No shell is involved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Kept in memory for this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stream the response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Use response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>There is no saved response yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Enter the command line of a program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Running the program…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Waiting for the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The response is in the editor. Nothing is sent yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>The limit of %1 saved responses is reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-134"/>
        <source>http://localhost:11434/v1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+76"/>
        <source>%L1 characters so far…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AnswerStrip</name>
    <message>
        <location filename="../ui/widgets/request/answerstrip.cpp" line="+24"/>
        <source>show in trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Time, size and progress</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ArgumentForm</name>
    <message>
        <location filename="../ui/widgets/request/argumentform.cpp" line="+78"/>
        <source>%1, required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Send an empty string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Send an empty string as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>empty string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>No suggestions: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-9"/>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ArgumentPane</name>
    <message>
        <location filename="../ui/widgets/catalog/argumentpane.cpp" line="+35"/>
        <source>%1 and definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Definition</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthActions</name>
    <message>
        <location filename="../ui/widgets/auth/authactions.cpp" line="+18"/>
        <source>Stop &amp;before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Authorize: run all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Authorize: run one &amp;step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Cancel the authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Refresh the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>E&amp;xpire the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Remove the registration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Authorize again from the &amp;beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Log &amp;out: revoke and remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Copy the authorization report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stored &amp;credentials…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthExchangeView</name>
    <message>
        <location filename="../ui/widgets/auth/authexchangeview.cpp" line="+24"/>
        <source>Reveal secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Copy the request as it is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Copy the response as it is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-33"/>
        <source>Reveal the secrets in this request and its response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Request, headers and body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Response, headers and body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <location line="+7"/>
        <source>· %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>· %1 · not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>secrets revealed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>exact bytes, secrets redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>· none yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthFields</name>
    <message>
        <location filename="../ui/widgets/servers/authfields.cpp" line="+87"/>
        <source>Client &amp;secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-46"/>
        <source>I&amp;ssuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sco&amp;pes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+44"/>
        <source>Private key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-57"/>
        <source>Authorization code: log in with a browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Client credentials: no login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Enterprise-managed: through an identity provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>the issuer that the server names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>scopes that the server names; add more, separated by spaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Client I&amp;D</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Secret in the header (client_secret_basic)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Secret in the body (client_secret_post)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Signature (private_key_jwt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Client authentication &amp;method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+72"/>
        <source>empty: use the one entered earlier in this run, if any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>PEM, EC P-256 or RSA; empty: use the key in the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>eyJ…; empty: use the token entered earlier in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-72"/>
        <source>Private &amp;key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>https://login.example.org/token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Identity pro&amp;vider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Token endpoint of the identity provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>client ID that the identity provider issued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Client ID there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+50"/>
        <source>empty: use the secret in the keychain, if any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>PEM, EC P-256 or RSA; empty: use the key entered earlier in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>eyJ…; empty: use the token in the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-39"/>
        <source>Default browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sonde window, with its own cookies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>empty: register automatically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>client ID that the authorization server issued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>only with a client ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-49"/>
        <source>Client secret there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>ID token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ID to&amp;ken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Redirect p&amp;ort</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Lo&amp;g in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthPanel</name>
    <message>
        <location filename="../ui/widgets/auth/authpanel.cpp" line="+246"/>
        <source>Authorize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the page again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-71"/>
        <source>A&amp;uth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+69"/>
        <source>Copy URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>The steps of an authorization appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This step was not reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is no server in the list yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A server that is started as a program needs no authorization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server has not requested authorization. Choose Run all to see which steps it would take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server has not requested authorization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+47"/>
        <source>Cannot repeat this step: it sends no request, or its request is no longer available. Repeat from a step with a request, or start over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>· this run, secrets redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>The token is marked as expired; the next request triggers authorization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The registration was removed; the next authorization registers the client again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-129"/>
        <source>The server&apos;s own Authorization header is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthProblemBox</name>
    <message>
        <location filename="../ui/widgets/auth/authproblembox.cpp" line="+60"/>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-35"/>
        <source>&amp;Override this check once…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Override this check?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Authorization restarts with this check off, once. An impostor could obtain the token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Override once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Usual cause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Remark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>You overrode this check for this run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthQuestion</name>
    <message>
        <location filename="../ui/widgets/auth/authquestion.cpp" line="+37"/>
        <source>Authorization servers of the MCP server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+50"/>
        <source>optional; stored in the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-28"/>
        <source>I have &amp;none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Client &amp;ID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>optional; kept in memory for this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 does not register clients automatically. Enter the client ID you were given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-33"/>
        <source>&amp;Use this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Client &amp;secret</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthRequestEdit</name>
    <message>
        <location filename="../ui/widgets/auth/authrequestedit.cpp" line="+28"/>
        <source>Next request, as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Discard changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>This URL opens in the browser.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Method and URL, headers, an empty line, the body. Secrets are shown in plain text here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthSequence</name>
    <message>
        <location filename="../ui/widgets/auth/authsequence.cpp" line="+163"/>
        <source>Sequence of the authorization</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthSide</name>
    <message>
        <location filename="../ui/widgets/auth/authside.cpp" line="+38"/>
        <source>&amp;Run all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>S&amp;tep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <location line="+1"/>
        <source>More actions for this authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <location line="+8"/>
        <source>Tokens for this server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthStepList</name>
    <message>
        <location filename="../ui/widgets/auth/authsteplist.cpp" line="+24"/>
        <source>Steps of the authorization</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthStepView</name>
    <message>
        <location filename="../ui/widgets/auth/authstepview.cpp" line="+58"/>
        <source>Requested URLs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>&amp;Edit and send…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Repeat from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy re&amp;port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy every request and decision of the run, secrets redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Specification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>When the run stops before a request, you can edit the request here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-34"/>
        <source>Step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-22"/>
        <location line="+26"/>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::AuthorizePage</name>
    <message>
        <location filename="../ui/widgets/overview/authorizepage.cpp" line="+54"/>
        <location line="+52"/>
        <source>&amp;Authorize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-48"/>
        <source>&amp;Cancel authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Show the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Edit server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>URL of the login page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Copy URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>%1 requires authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Continue and authorize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Requested scopes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-16"/>
        <source>&amp;Open the page again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Show the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Authorization server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::BoundedSpin</name>
    <message>
        <location filename="../ui/widgets/kit/boundedspin.cpp" line="+39"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CallArguments</name>
    <message>
        <location filename="../ui/widgets/tools/callarguments.cpp" line="+150"/>
        <source>not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 field does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 do not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>cannot be checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>fits the schema</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CallButtons</name>
    <message>
        <location filename="../ui/widgets/tools/callbuttons.cpp" line="+28"/>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Call again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+8"/>
        <location line="+88"/>
        <location line="+30"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-123"/>
        <source>Timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Cancel the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Idle timeout of a call, in seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cancel a call after this time without a response; progress restarts the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 seconds</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CallPane</name>
    <message>
        <location filename="../ui/widgets/tools/callpane.cpp" line="+116"/>
        <source>Arguments, schema and result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-26"/>
        <source>Arguments, sent byte for byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-74"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>Arguments as a form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+200"/>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>not valid JSON: sent only when you confirm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>as a task, which the tool demands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+50"/>
        <source>The arguments are not valid JSON, %1. Neither would the request be, and the server may close the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-88"/>
        <source>line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Send anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>the server is not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+58"/>
        <source>Send it as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Not sent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CatalogDelegate</name>
    <message>
        <location filename="../ui/widgets/catalog/catalogdelegate.cpp" line="+36"/>
        <source>invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>destructive</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CatalogList</name>
    <message>
        <location filename="../ui/widgets/catalog/cataloglist.cpp" line="+44"/>
        <source>Next page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Change how the list is shown and loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Load one &amp;page at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Cursor of the next page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CatalogPanel</name>
    <message>
        <location filename="../ui/widgets/catalog/catalogpanel.cpp" line="+36"/>
        <source>1 item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 on 1 page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 on %2 pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+79"/>
        <source>Saved %1 as %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+141"/>
        <source>No server has been added yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Loading the list…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CertificateBox</name>
    <message>
        <location filename="../ui/widgets/kit/certificatebox.cpp" line="+31"/>
        <source>Certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Server certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>%1, issued by %2, valid until %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Issued by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1, valid until %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ChangesFrame</name>
    <message>
        <location filename="../ui/widgets/catalog/changesview.cpp" line="+138"/>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 since the list was last loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The list changed:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ChangesView</name>
    <message>
        <location line="-101"/>
        <source>Changes in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Back to the list (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Changed items</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ChoiceEditor</name>
    <message>
        <location filename="../ui/widgets/form/choiceeditors.cpp" line="+159"/>
        <source>%1 · none of these</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CommandFields</name>
    <message>
        <location filename="../ui/widgets/servers/commandfields.cpp" line="+17"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Arguments, one per row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Environment variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Remove the variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>&amp;Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the folder where Sonde was started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CommandPalette</name>
    <message>
        <location filename="../ui/app/window/commandpalette.cpp" line="+61"/>
        <source>Go to anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Actions, servers, tools…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Matches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CompareWindow</name>
    <message>
        <location filename="../ui/widgets/trace/comparewindow.cpp" line="+48"/>
        <source>Ignore &amp;ids and times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Message %1 and message %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Hide differences of request, progress and task ids, and of dates with a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Messages larger than %1 MiB cannot be compared.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CompletingField</name>
    <message>
        <location filename="../ui/widgets/request/completingfield.cpp" line="+74"/>
        <source>%1 suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>1 suggestion</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CompletionPopup</name>
    <message>
        <location filename="../ui/widgets/request/completionpopup.cpp" line="+37"/>
        <source>Suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>%L1 of %L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>More suggestions are available.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ConditionActions</name>
    <message>
        <location filename="../ui/widgets/trace/conditionactions.cpp" line="+25"/>
        <source>Colour by this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Use as filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Use as filter: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Add to the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Exclude by the filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CopyAsMenu</name>
    <message>
        <location filename="../ui/widgets/trace/copyasmenu.cpp" line="+16"/>
        <source>Copy as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Copy as raw &amp;JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Copy the exact bytes of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy as sonde-cli &amp;command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy a shell command that sends the message again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy as c&amp;URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy the HTTP request as a shell command with placeholders for secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Copy a call of the TypeScript SDK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy a call of the Python SDK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>The message is too long to copy. Export it instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-57"/>
        <source>Copy as &amp;TypeScript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Copy as &amp;Python</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CoveragePage</name>
    <message>
        <location filename="../ui/widgets/findings/coveragepage.cpp" line="+37"/>
        <source>Coverage of the specification by area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Solid: passed. Red: violated. Empty: a rule would check it, but no message has exercised it. Hatched: no rule checks it, or no message can show it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>No requirement was exercised yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 of %2 checked requirements of %3 exercised, %4 violated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::CredentialsWindow</name>
    <message>
        <location filename="../ui/widgets/auth/credentialswindow.cpp" line="+45"/>
        <location line="+4"/>
        <source>Stored credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>The tokens and clients of all servers appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No credentials are stored: no server has requested authorization yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Selected credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <location line="+3"/>
        <source>Token header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <location line="+3"/>
        <source>Token claims</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>&amp;Remove credentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove &amp;all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Credentials are kept in memory for this run only: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>This removes all tokens and clients of all servers from the keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>This removes all tokens and clients of all servers. Sonde keeps them in memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Remove all?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-80"/>
        <source>&amp;Reveal the access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::Description</name>
    <message>
        <location filename="../ui/widgets/kit/description.cpp" line="+41"/>
        <source>Description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+75"/>
        <source>Less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>… More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show the first lines of the description (Alt+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show the whole description (Alt+M)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::DestructiveGuard</name>
    <message>
        <location filename="../ui/widgets/tools/destructiveguard.cpp" line="+25"/>
        <source>Do not ask again on this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Call anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Not called yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>This tool is marked destructive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Do not ask again on %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ElicitationPage</name>
    <message>
        <location filename="../ui/widgets/review/elicitationpage.cpp" line="+32"/>
        <source>Values of the form as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Request as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>&amp;Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Tell the server that you decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tell the server that you made no choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>C&amp;ancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/widgets/review/elicitationpage.h" line="+28"/>
        <source>Accept…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ElsewhereEditor</name>
    <message>
        <location filename="../ui/widgets/form/texteditors.cpp" line="+166"/>
        <source>Edit as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 bytes: too long for a field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 bytes, with characters that a field cannot keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ExchangeView</name>
    <message>
        <location filename="../ui/widgets/trace/exchangeview.cpp" line="+48"/>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+70"/>
        <source>Phases of the exchange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-71"/>
        <source>Ended at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+13"/>
        <source>Request headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-12"/>
        <location line="+13"/>
        <source>Response headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+59"/>
        <source>Connection details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Bytes of the body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Events of the stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+110"/>
        <source>Response body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <location line="+7"/>
        <source>%1 + %2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Events in the first %1 of %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Keep-alive comment lines: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-52"/>
        <source>Request body</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ExportDialog</name>
    <message>
        <location filename="../ui/widgets/trace/exportdialog.cpp" line="+58"/>
        <location line="+157"/>
        <source>Export the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-154"/>
        <source>%1 selected messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-10"/>
        <source>&amp;Redact secrets, one asterisk for each byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>1 message shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 messages shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The whole session with all bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>JSON Lines (can be imported)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HAR 1.2 (HTTP exchanges)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Markdown (for a bug report)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>CSV (the rows)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Regular expression for more text to redact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Also &amp;redact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+110"/>
        <source>Searching for secrets…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Nothing is redacted; secrets are exported as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No secrets found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-132"/>
        <source>&amp;What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;As</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+136"/>
        <source>trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Writing…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FailurePage</name>
    <message>
        <location filename="../ui/widgets/overview/failurepage.cpp" line="+123"/>
        <source>&amp;Authorize</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Show the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Edit server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Copy report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <location line="+2"/>
        <source>Last lines of stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Command, one argument per row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show all variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+84"/>
        <source>, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-136"/>
        <location line="+2"/>
        <source>Received instead of a response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>Argument, exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Environment of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Likely cause:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>The process wrote nothing on stderr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>· 1 line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>· %1 lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>· 1 argument, no shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>· %1 arguments, no shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>· 1 variable, %1 shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>· %1 variables, %2 shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FieldCell</name>
    <message>
        <location filename="../ui/widgets/form/fieldcell.cpp" line="+50"/>
        <source>Alt+1 to Alt+4 set omitted, null, empty, value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FilterBar</name>
    <message>
        <location filename="../ui/widgets/trace/filterbar.cpp" line="+56"/>
        <source>Filter: words, or a condition such as duration &gt; 50ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>All servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Kinds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-18"/>
        <source>Server shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Choose a saved or recent filter, or edit colour rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Choose the kinds of messages that are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Responses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>stderr</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Not a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP exchanges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>No saved filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>R&amp;ecent filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>&amp;Colour matching rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Success (green)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+96"/>
        <source>%1 The list still shows “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-139"/>
        <source>&amp;Save this filter…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Remove a saved filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>&amp;Help on filters (F1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Error (red)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Warning (orange)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Note (blue)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Automatic (violet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-17"/>
        <source>Remove a colour r&amp;ule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Save the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Name of the filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FilterEdit</name>
    <message>
        <location filename="../ui/widgets/trace/filteredit.cpp" line="+64"/>
        <source>Completions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>The filter is valid.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FindingCard</name>
    <message>
        <location filename="../ui/widgets/trace/findingcard.cpp" line="+27"/>
        <source>Jump to message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the specification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Show the message, and the value in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy the finding as Markdown for an issue, with secrets redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the section of the specification in the browser</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FindingsPage</name>
    <message>
        <location filename="../ui/widgets/trace/findingspage.cpp" line="+37"/>
        <source>Findings about the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Show the value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FindingsPanel</name>
    <message>
        <location filename="../ui/widgets/findings/findingspanel.cpp" line="+29"/>
        <source>F&amp;indings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FindingsView</name>
    <message>
        <location filename="../ui/widgets/findings/findingsview.cpp" line="+53"/>
        <location line="+62"/>
        <source>Search findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-16"/>
        <location line="+56"/>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-55"/>
        <source>Coverage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>By rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>By message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>By area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Group findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+42"/>
        <source>List findings of this level: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 more are not listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Violations of the specification appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No finding matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>None was found in the messages so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show all findings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::FormAction</name>
    <message>
        <location filename="../ui/widgets/form/formaction.cpp" line="+58"/>
        <source>The root value cannot be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>The element cannot be moved there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>This field no longer exists.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::GroupRow</name>
    <message>
        <location filename="../ui/widgets/form/grouprow.cpp" line="+92"/>
        <source>%1 · too many for a form, edited as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Alt+1 to Alt+4 set omitted, null, empty, value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Add an element to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add a name to %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::HeldRequests</name>
    <message>
        <location filename="../ui/widgets/auth/heldrequests.cpp" line="+39"/>
        <source>Show in trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Requests waiting for authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Show the message of the selected request (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>1 request waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 requests wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>1 request waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 requests waited</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::HttpEvidence</name>
    <message>
        <location filename="../ui/widgets/overview/httpevidence.cpp" line="+79"/>
        <source>Why it failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-11"/>
        <location line="+15"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>· none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>· status %1 · first %2 of the body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Transfer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-79"/>
        <source>Response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Response headers, and the beginning of the body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Authorization required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Connection details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Last attempt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Custom header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Security</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>sent; the server may have processed it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The response has no WWW-Authenticate header, so the method is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-17"/>
        <source>sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <location line="+8"/>
        <source>Scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::HttpFields</name>
    <message>
        <location filename="../ui/widgets/servers/httpfields.cpp" line="+50"/>
        <source>https://example.org/mcp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Automatic: Streamable HTTP, else HTTP+SSE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Streamable HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP+SSE (2024-11-05)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Trans&amp;port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Headers of every request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Remove the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move the header up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Move the header down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+90"/>
        <source>password; empty: use the one entered earlier in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-71"/>
        <source>Pro&amp;xy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>C&amp;A certificates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>CA certificate file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>PEM file; empty: the system&apos;s CA certificates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Client certi&amp;ficate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Client certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>PEM file, for servers that require one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Client certificate &amp;key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Client certificate key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>PEM file; empty: in the client certificate file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>SHA-256 of the server&apos;s public key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>socket path; the URL&apos;s host is then only a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>From the environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Custom:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Proxy URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Proxy password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>password; empty: use the one in the keychain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>password, if any; the user name is part of the URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+65"/>
        <source>Connects through the socket %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Uses no proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Uses the proxy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Uses the proxy of the environment, if any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Trusts only the pinned key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Trusts the CA certificates in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Trusts the system&apos;s CA certificates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sends the client certificate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Follows 307 and 308 redirects within the same origin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Follows no redirects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No custom headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Headers of every request, in this order:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-139"/>
        <source>P&amp;inned key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-27"/>
        <source>Headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Unix sock&amp;et</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Unix socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Follow 307 and 308 within the same ori&amp;gin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Redirects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>socks5h://127.0.0.1:1080</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ItemButtons</name>
    <message>
        <location filename="../ui/widgets/form/itembuttons.cpp" line="+28"/>
        <source>Move up (Alt+Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Move down (Alt+Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Remove (Alt+Delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Move %1 up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move %1 down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ItemHeading</name>
    <message>
        <location filename="../ui/widgets/catalog/itemheading.cpp" line="+40"/>
        <source>for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>priority %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>modified %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+78"/>
        <source>The server&apos;s entry violates the specification:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Cannot be called over HTTP:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ItemPane</name>
    <message>
        <location filename="../ui/widgets/catalog/itempane.cpp" line="+20"/>
        <source>Views of the item</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::KeyField</name>
    <message>
        <location filename="../ui/widgets/kit/keyfield.cpp" line="+25"/>
        <source>From a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>From a file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>The file is empty or too large for a key.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::LineEditor</name>
    <message>
        <location filename="../ui/widgets/form/texteditors.cpp" line="-133"/>
        <source>Show examples from the schema (Ctrl+Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Examples from the schema</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::LoadHistogram</name>
    <message>
        <location filename="../ui/widgets/tools/loadhistogram.cpp" line="+36"/>
        <source>Distribution of response times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+74"/>
        <source>No responses yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+41"/>
        <source>at most %1 in a bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 responses within %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::LoadTestDialog</name>
    <message>
        <location filename="../ui/widgets/tools/loadtestdialog.cpp" line="+58"/>
        <source>Call many times: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Arguments of every call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Start anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Enter %1 calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Enter %1 calls at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>This tool is marked destructive, and it is called as many times as you enter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>%1 responses/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>in progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>no response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-36"/>
        <source>First: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+25"/>
        <source>p50</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-24"/>
        <location line="+24"/>
        <source>p95</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-23"/>
        <location line="+23"/>
        <source>p99</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-22"/>
        <source>longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tool errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>protocol errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::LogLevelBox</name>
    <message>
        <location filename="../ui/widgets/activity/loglevelbox.cpp" line="+71"/>
        <source>no log messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-51"/>
        <source>Requested log level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Lowest level that the server is requested to log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+48"/>
        <source>no level: the server decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 and above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The server is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server does not declare the logging capability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sends the level in the _meta of every further request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sends logging/setLevel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Requested %2 and above from %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 rejected the log level: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::LogsPanel</name>
    <message>
        <location filename="../ui/widgets/activity/logspanel.cpp" line="+68"/>
        <source>Log messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+50"/>
        <source>All levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 and above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Lowest level shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Logger shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Search data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Search the data and the logger names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Empty this list; the trace and the recording keep all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show the selected message and its bytes in the trace (Ctrl+T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Lo&amp;gs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+114"/>
        <source>Log messages and progress of %2 in the response stream of request #%1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Log messages and progress of %2 received while request #%1 was running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Log messages of the server appear here with their data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Log messages and progress of the call appear here while it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No message matches the filter above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Add a server first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>In this revision requests opt in to logging. Choose a level on the right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No log messages have arrived since then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server does not declare the logging capability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server has sent no log messages yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Select a message to see its data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-199"/>
        <source>Follow newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Scroll to the newest log message and stay there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Clear the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show in the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+123"/>
        <source>All loggers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+19"/>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::MessageDetail</name>
    <message>
        <location filename="../ui/widgets/trace/messagedetail.cpp" line="+59"/>
        <location line="+106"/>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-56"/>
        <source>Raw text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+191"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-137"/>
        <source>HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+154"/>
        <source>Recorded facts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-30"/>
        <source>Write a note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+48"/>
        <source>#%1 · %2 later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-174"/>
        <location line="+182"/>
        <location line="+19"/>
        <source>Response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-202"/>
        <location line="+198"/>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-249"/>
        <source>Show the exact text instead of the tree (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Bytes below the tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Keep the bytes of the selected node in sight (Ctrl+B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>How the message was transferred</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <location line="+242"/>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-238"/>
        <source>Views of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Close the message (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Close the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+94"/>
        <source>Edit note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Select a message in the trace to see its content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Request #%1 has no response yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Request #%1 got no response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1 · id %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Findings (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <location line="+28"/>
        <source>response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-28"/>
        <location line="+28"/>
        <source>request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>%1 · %2 at %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the whole message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::MessageSide</name>
    <message>
        <location filename="../ui/widgets/trace/messageside.cpp" line="+68"/>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+113"/>
        <source>Raw text of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The text is too long to display. The tree and the bytes show all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>
… the bytes show the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>Text of the line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::MoreRow</name>
    <message>
        <location filename="../ui/widgets/form/morerow.cpp" line="+15"/>
        <source>Add name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>additional properties are allowed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::NameLabel</name>
    <message>
        <location filename="../ui/widgets/kit/namelabel.cpp" line="+49"/>
        <source>Name of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::NoteEditor</name>
    <message>
        <location filename="../ui/widgets/trace/noteeditor.cpp" line="+32"/>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Note about this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>A note can have at most 4,096 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Save the note (Ctrl+Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Discard the changes (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>&amp;Note on #%1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OffersEdit</name>
    <message>
        <location filename="../ui/widgets/servers/offersedit.cpp" line="+30"/>
        <source>sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>with tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>with context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>includeContext of other servers: soft-deprecated since 2025-11-25</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>elicitation in form mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>announce changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>send roots without review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>io.modelcontextprotocol/tasks: a tool call may return a task (2026-07-28)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Lets the server send its requests as client tasks and fetch the results later (2025-11-25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-34"/>
        <source>task extension</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>elicitation in URL mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>sampling and elicitation as tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <location line="+84"/>
        <source>experimental</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-83"/>
        <location line="+84"/>
        <source>extensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-75"/>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>changed; default: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-37"/>
        <location line="+4"/>
        <source>not declared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>%1, a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OnlyServerButton</name>
    <message>
        <location filename="../ui/widgets/trace/onlyserverbutton.cpp" line="+16"/>
        <source>Always show only the selected server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Only selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Show only the messages of %1, the selected server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Only the selected server</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OpenArrow</name>
    <message>
        <location filename="../ui/widgets/kit/openarrow.cpp" line="+22"/>
        <source>Close %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OutputCheck</name>
    <message>
        <location filename="../ui/widgets/request/outputcheck.cpp" line="+39"/>
        <source>The tool has an output schema, so its result must have structured content, but has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>The output schema cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>structured content matches the output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The structured content was not checked completely: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The structured content does not match the output schema: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Parts of the structured content that do not match the output schema: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OverrideBox</name>
    <message>
        <location filename="../ui/widgets/kit/overridebox.cpp" line="+20"/>
        <source>&amp;Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::OverviewPanel</name>
    <message>
        <location filename="../ui/widgets/overview/overviewpanel.cpp" line="+67"/>
        <source>&amp;Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+113"/>
        <source>The identity and capabilities of a server appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is no server in the list yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>New server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 is starting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 is stopping.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sonde closes the streams and ends the session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sonde closed its stdin and waits for the process to exit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The identity and capabilities of %1 appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>It exited: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PasteField</name>
    <message>
        <location filename="../ui/widgets/kit/pastefield.cpp" line="+54"/>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Clear</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PasteRow</name>
    <message>
        <location filename="../ui/widgets/servers/pasterow.cpp" line="+42"/>
        <source>Paste a command line, a URL or a JSON configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a command line, a URL or a JSON configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Fills the fields below: npx -y @example/server --root &quot;My files&quot;, https://example.org/mcp, or {&quot;mcpServers&quot;: …}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Parse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Pasted server to edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+51"/>
        <source>The pasted text describes %1 servers; this is the first. Choose another one beside “Parse”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PastedDialog</name>
    <message>
        <location filename="../ui/widgets/servers/pasteddialog.cpp" line="+41"/>
        <source>Add servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 servers were pasted. The selected ones are added; none of them is started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Pasted servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Add 1 server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add %1 servers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PathField</name>
    <message>
        <location filename="../ui/widgets/kit/pathfield.cpp" line="+24"/>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Choose: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PickerRow</name>
    <message>
        <location filename="../ui/widgets/form/pickerrow.cpp" line="+30"/>
        <source>type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+80"/>
        <source>%1, by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 · the value matches none of them yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Type of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Type of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PlainAnswerPage</name>
    <message>
        <location filename="../ui/widgets/review/plainanswerpage.cpp" line="+40"/>
        <source>Request as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Roots sent to the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Response as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>These are the roots in this server&apos;s settings, where you can also send them without a review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No protocol revision defines this request. Write any response.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PriorityBar</name>
    <message>
        <location filename="../ui/widgets/review/samplingwishes.cpp" line="+73"/>
        <source>%1: %2 of 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1: not specified</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ProblemList</name>
    <message>
        <location filename="../ui/widgets/form/problemlist.cpp" line="+38"/>
        <location line="+9"/>
        <source>Schema errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Press Enter to go to the value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>the whole value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PromptPane</name>
    <message>
        <location filename="../ui/widgets/catalog/promptpane.cpp" line="+28"/>
        <source>Arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Prompt definition from the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <location line="+90"/>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-87"/>
        <source>Get again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+85"/>
        <source>Get anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>cannot be sent: the prompt has no name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Required arguments are missing:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-35"/>
        <source>the server is not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-112"/>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PromptsPanel</name>
    <message>
        <location filename="../ui/widgets/catalog/promptspanel.cpp" line="+25"/>
        <source>%1 does not offer prompts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The server&apos;s prompts appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 offers prompts, but its list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Reload pr&amp;ompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Copy the conversation as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Copy the messages as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>&amp;Prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <location line="+6"/>
        <source>This prompt has not been requested yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::PropertyGrid</name>
    <message>
        <location filename="../ui/widgets/kit/propertygrid.cpp" line="+63"/>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ProtocolFields</name>
    <message>
        <location filename="../ui/widgets/servers/protocolfields.cpp" line="+40"/>
        <source>Automatic: detect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Legacy: handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Modern: stateless</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>E&amp;ra</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <location line="+2"/>
        <source>negotiate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Pinned re&amp;vision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Handshake time&amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Idle timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tot&amp;al timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::QuestionPage</name>
    <message>
        <location filename="../ui/widgets/review/questionpage.h" line="+44"/>
        <source>Check and send…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RawEdit</name>
    <message>
        <location filename="../ui/widgets/request/rawedit.cpp" line="+31"/>
        <source>Edit as text, for one send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <location line="+1"/>
        <source>HTTP headers, one per line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+94"/>
        <source>The text is not valid JSON, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Over stdio the server reads the %1 lines separately.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Send anyway</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RawRequestPanel</name>
    <message>
        <location filename="../ui/widgets/request/rawrequestpanel.cpp" line="+74"/>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Params</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-27"/>
        <source>Sent. No response can be matched to it; see the trace for received messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Method: any text; the revision&apos;s methods are suggested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>· sent byte for byte; omitted when empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Params, sent byte for byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Ra&amp;w</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>The params are not valid JSON: line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>the server is not connected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RecordRow</name>
    <message>
        <location filename="../ui/widgets/form/recordrow.cpp" line="+92"/>
        <source>%1. Alt+1 to Alt+4 set omitted, null, empty, value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RemarkList</name>
    <message>
        <location filename="../ui/widgets/review/remarklist.cpp" line="+22"/>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RequestPreview</name>
    <message>
        <location filename="../ui/widgets/request/requestpreview.cpp" line="+63"/>
        <source>Copy the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-27"/>
        <source>Next request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>HTTP headers of the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Next request, byte for byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Show the whole request (Ctrl+Shift+J)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+40"/>
        <source>the next request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>· edited as text, for one send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>· %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>, the first %1 shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RequestsPanel</name>
    <message>
        <location filename="../ui/widgets/review/requestspanel.cpp" line="+140"/>
        <source>&amp;Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Server requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Server requests appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A server sends sampling, elicitation and roots requests when it needs them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Opens a tab; sends nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Decline without reviewing: declines a form, refuses sampling, stops a call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ResendActions</name>
    <message>
        <location filename="../ui/widgets/trace/resendactions.cpp" line="+19"/>
        <source>Send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Send the selected request again, with a new id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Edit and send…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the selected request where it can be edited and sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ResourcePane</name>
    <message>
        <location filename="../ui/widgets/catalog/resourcepane.cpp" line="+31"/>
        <location line="+51"/>
        <source>Read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-51"/>
        <source>Resource definition from the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>URI</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>URI to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <location line="+189"/>
        <source>Subscribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-188"/>
        <source>Read again on update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Updates of the resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>scheme:path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Unlisted resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+38"/>
        <source>Cannot read: the template is invalid:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+59"/>
        <source>enter a URI to send a request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>the server does not support subscriptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>requested, not confirmed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-107"/>
        <source>several: a,b or name=a,name=b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>the server is not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Unsubscribe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>1 update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%L1 updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1, then unsubscribed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>subscribed · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>waiting: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>refused: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-253"/>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ResourcesPanel</name>
    <message>
        <location filename="../ui/widgets/catalog/resourcespanel.cpp" line="+24"/>
        <source>%1 does not offer resources.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The server&apos;s resources appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 offers resources, but its list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Reload &amp;resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Read a resource by &amp;URI…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>&amp;Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <location line="+89"/>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-19"/>
        <source>This resource has not been read yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-75"/>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+92"/>
        <source>What was read last is compared with what was read before; this resource was not read twice yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Compare #%1 with #%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RestoredNote</name>
    <message>
        <location filename="../ui/widgets/tools/restorednote.cpp" line="+43"/>
        <source>d MMMM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>values restored from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>And %1 more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>All restored values still fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The schema has changed since %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <location line="+4"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>The schema has changed, and these values no longer fit:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ResultPane</name>
    <message>
        <location filename="../ui/widgets/request/resultpane.cpp" line="+31"/>
        <source>The task, as created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The result has no content array; every revision requires one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Show log messages and progress received during the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>This tool has not been called yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The tool ran and reported a failure (isError).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server runs the call as a task. Its progress and its result are in Tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show in Tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A response arrived %1 after the call was given up; it was ignored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Show in trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-47"/>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Tool error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>%1 progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-70"/>
        <source>Structured content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+104"/>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ReviewButtons</name>
    <message>
        <location filename="../ui/widgets/review/reviewbuttons.cpp" line="+32"/>
        <source>Al&amp;ways respond like this…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Make a response rule from this request and this response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+55"/>
        <source>Cancel the &amp;task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Sends tasks/cancel instead of a response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>S&amp;top here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Ends the call with the input_required result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Respond with &amp;error…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Sends a JSON-RPC error with your code and message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Re&amp;fuse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Error −1: User rejected sampling request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>E&amp;xperiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Do what the specification forbids with requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Send with a changed requestState…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Send without the requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Experiment: a changed requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>JSON to send instead of requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Respond with an error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Code and message, for example “-1 Not now”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ReviewHeading</name>
    <message>
        <location filename="../ui/widgets/review/reviewheading.cpp" line="+27"/>
        <source>%1 requests input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 requests sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 requests information</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 requests a visit to a URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 requests roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 sends a request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>caused by task %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>cause unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>caused by task %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>caused by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>probably caused by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>%1 as task %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The request runs as a task. The server retrieves your response later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Show call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Show the call that waits for this review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>· no timeout announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>waiting %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>after %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ReviewPanel</name>
    <message>
        <location filename="../ui/widgets/review/reviewpanel.cpp" line="+194"/>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Review: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Review: %1 #%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+60"/>
        <source>%1, exactly as sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Visit the URLs, then call again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-150"/>
        <source>Requested input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Response as sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+96"/>
        <source>the response is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The response is not valid JSON: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Ready to send · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The response matches %1 of %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%L1 problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Check and send…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Call again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Send anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+92"/>
        <source>Done: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 is not waiting any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Next request</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RootsEdit</name>
    <message>
        <location filename="../ui/widgets/servers/rootsedit.cpp" line="+32"/>
        <source>not absolute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>does not exist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Folders that the server gets as roots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+74"/>
        <source>Choose a root folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RoundHistory</name>
    <message>
        <location filename="../ui/widgets/review/roundhistory.cpp" line="+69"/>
        <source>Input %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>requested %1 · sent %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Round %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-44"/>
        <source>unchanged requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>changed requestState (experiment)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>no requestState (experiment)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>only requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <location line="+12"/>
        <source>Requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-11"/>
        <location line="+13"/>
        <source>Responses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>requestState</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Round %1 (limit %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Responses are sent with tasks/update.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server sent no requestState; none is sent back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Earlier inputs of this task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-24"/>
        <source>Input %1 of the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-15"/>
        <source>requested %1 · sent %2 with %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>requestState has %1 and is sent back unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Earlier rounds of this call</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RuleForm</name>
    <message>
        <location filename="../ui/widgets/servers/ruleform.cpp" line="+60"/>
        <source>any request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source> ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+20"/>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-40"/>
        <source>Method that the rule matches; empty: any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>any params; or a filter such as params.maxTokens &gt; 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter that the request must match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Action of the rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Response, a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>In a string, {{/messages/0/content/text}} is replaced by the value at that JSON Pointer in the request&apos;s params.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Error code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Error message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>reads the request from stdin, writes the response to stdout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Program and arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>immediately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Delay before the rule responds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+83"/>
        <source>The response is not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RulesEdit</name>
    <message>
        <location filename="../ui/widgets/servers/rulesedit.cpp" line="+54"/>
        <source>Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-36"/>
        <source>Fixed response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Response with request values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Error after a delay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>External program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Review manually</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Would respond with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Response rules, a JSON array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Response rules; the first enabled rule that matches responds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Trial of the rules with the requests received so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Duplicate the rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove the rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move the rule up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move the rule down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Try rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Show what the rules would do with the requests received so far; nothing is sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+138"/>
        <source>The rules are not a JSON array.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The rules are not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Skipped: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server has sent no requests in this session yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server&apos;s requests of this session; nothing is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-136"/>
        <source>Rules: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::RulesPage</name>
    <message>
        <location filename="../ui/widgets/servers/rulespage.cpp" line="+21"/>
        <source>respond automatically by rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>changed; default: off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The rules are off: you review every request of the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Sends the response of the first rule that matches, without review; the list of server requests shows which rule it was</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SamplingPage</name>
    <message>
        <location filename="../ui/widgets/review/samplingpage.cpp" line="+27"/>
        <location line="+18"/>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-17"/>
        <source>The request has no messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Request as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Request as it arrived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The request is too long for an editor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>See it on the Tree tab or in the trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Edited request for a model or program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Raw · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>What a model or program receives; edits do not change the recorded request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-7"/>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>For the model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SamplingWishes</name>
    <message>
        <location filename="../ui/widgets/review/samplingwishes.cpp" line="-15"/>
        <source>1 tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%L1 tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Model preferences and limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>Model preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Intelligence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Hints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Max tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tool choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Metadata</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SavedCallsMenu</name>
    <message>
        <location filename="../ui/widgets/tools/savedcallsmenu.cpp" line="+48"/>
        <location line="+1"/>
        <source>Saved calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+62"/>
        <source>Show the file in its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-82"/>
        <source>No saved calls yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+69"/>
        <source>Save the calls in another file, for example next to the server&apos;s code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Open in editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <location line="+1"/>
        <source>Name for what is in the editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+60"/>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-11"/>
        <source>Saved calls of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>This removes “%1” from the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>The folder %1 does not exist yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>File for saved calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-32"/>
        <source>Delete it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SchemaForm</name>
    <message>
        <location filename="../ui/widgets/form/fieldtexts.cpp" line="+35"/>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>greater than %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>less than %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>multiple of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>null only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>one of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>any of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>no value is valid here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>edited as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>pattern %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>unique items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>, 1 of %1 types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>recursive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-123"/>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>tuple</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>length %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <location line="+74"/>
        <source>deprecated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-72"/>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>write-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <location line="+34"/>
        <source>%1 or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-10"/>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+28"/>
        <source>default %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-14"/>
        <source>, not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>, null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>, %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>, empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>omitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>element %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The whole value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1, required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../ui/widgets/form/schemaform.cpp" line="+138"/>
        <location line="+8"/>
        <source>Go to the JSON text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-9"/>
        <source>The text is too large for a form (%1 bytes).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The text is not valid JSON: line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+27"/>
        <source>There is nothing to fill in: the schema has no properties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There are too many properties for a form. Edit them as JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Part of the schema cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+99"/>
        <source>%1 is still sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>nothing is sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>“%1” is not a JSON value: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SchemaPage</name>
    <message>
        <location filename="../ui/widgets/form/schemapage.cpp" line="+31"/>
        <source>Input schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Output schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Whole definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Part of the tool&apos;s definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Definition of the tool as the server sent it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Text of the definition as the server sent it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+61"/>
        <source>The tool has no output schema, so the structure of its result is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The tool has no input schema, so its arguments are not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>%1 bytes: too long to show as text. The tree shows the whole definition.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SearchWindow</name>
    <message>
        <location filename="../ui/widgets/trace/searchwindow.cpp" line="+39"/>
        <source>As &amp;filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Search everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Search text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Search every byte of every message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bytes in hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Kind of search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Filter the trace by this search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+32"/>
        <source>Matching messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Text search ignores case. Press Enter to show the selected message in the trace.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 so far…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SecondaryWindow</name>
    <message>
        <location filename="../ui/widgets/kit/secondarywindow.cpp" line="+14"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SecretDelegate</name>
    <message>
        <location filename="../ui/widgets/kit/secretdelegate.cpp" line="+36"/>
        <source>redacted · %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SecretTable</name>
    <message>
        <location filename="../ui/widgets/kit/secrettable.cpp" line="+52"/>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+40"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Show secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+123"/>
        <source>redacted value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>not secret</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ServerEditor</name>
    <message>
        <location filename="../ui/widgets/servers/servereditor.cpp" line="+52"/>
        <source>New server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Edit server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+43"/>
        <location line="+227"/>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-226"/>
        <source>Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Authorization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Protocol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+120"/>
        <source>Sonde runs without a keychain: secret values of variables are kept in memory for this run only, and you enter them again in the next one. The other values are stored in a file that only you can read. No value is ever recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Sonde runs without a keychain: secret header values and the proxy password are kept in memory for this run only, and you enter them again in the next one. They are redacted wherever they are shown, and never recorded. The other settings are stored in a file that only you can read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+75"/>
        <source>URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Show the problem in “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-249"/>
        <source>&amp;Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>UR&amp;L</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+195"/>
        <source>Connection and headers of every request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Command to start: one argument per row, no shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Command to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-84"/>
        <source>Secret header values and the proxy password are stored in the keychain, redacted wherever they are shown, and never recorded. The other settings are stored in a file that only you can read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-75"/>
        <source>Client capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Response rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Show the problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+45"/>
        <source>A rule was made from the review. It responds to the next requests that it matches once you save; the request under review still waits for you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Secret values of variables are stored in the keychain, the other values in a file that only you can read. No value is ever recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-50"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-72"/>
        <source>Pas&amp;te</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+74"/>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Save and connect</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ServerPage</name>
    <message>
        <location filename="../ui/widgets/overview/serverpage.cpp" line="+43"/>
        <source>legacy (handshake)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>modern (stateless)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Show the findings (Ctrl+Shift+8)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Subscriptions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+36"/>
        <source>The server sent no instructions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Revision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>First response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>PID %1, own process group, started in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-66"/>
        <source>Capabilities of both sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-39"/>
        <location line="+30"/>
        <source>Negotiated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Capabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Instructions of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>%1 after the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+50"/>
        <source>· none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>· 1 character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>· %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ServersPanel</name>
    <message>
        <location filename="../ui/widgets/servers/serverspanel.cpp" line="+100"/>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Your servers appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Add a server to connect to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>New server…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SessionWindow</name>
    <message>
        <location filename="../ui/widgets/trace/sessionwindow.cpp" line="+39"/>
        <source>%1 – Sonde</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <location line="+5"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SettingsPages</name>
    <message>
        <location filename="../ui/widgets/servers/settingspages.cpp" line="+35"/>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+73"/>
        <source>1 problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <location line="+19"/>
        <source>%n problems</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location line="-16"/>
        <source>1 changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n changed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SpanLegend</name>
    <message>
        <location filename="../ui/widgets/timeaxis/spanlegend.cpp" line="+23"/>
        <source>Legend of the spans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+48"/>
        <source>call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>HTTP, connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>body arriving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>lifecycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>late response</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::SpanText</name>
    <message>
        <location filename="../ui/widgets/timeaxis/spantext.cpp" line="+40"/>
        <source>%1 messages in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>waited %1 for input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>1 chunk received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 chunks received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1
sent after %2 · first byte after %3 · %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::StateButton</name>
    <message>
        <location filename="../ui/widgets/form/statebutton.cpp" line="+54"/>
        <source>State of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>not in the schema</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::StatisticsWindow</name>
    <message>
        <location filename="../ui/widgets/trace/statisticswindow.cpp" line="+55"/>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>99 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+77"/>
        <source>The only message of the trace · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All %1 messages of the trace · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 message that matches the trace&apos;s filter · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 messages that match the trace&apos;s filter · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-81"/>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Maximum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Statistics of the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Messages by method and target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Count again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::StepStrip</name>
    <message>
        <location filename="../ui/widgets/kit/stepstrip.cpp" line="+18"/>
        <source>1  Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>3  Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>4  Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>2  Prepare response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Steps of the review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>current</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not started</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::StepsView</name>
    <message>
        <location filename="../ui/widgets/overview/stepsview.cpp" line="+54"/>
        <source>Steps of the start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::StringListEdit</name>
    <message>
        <location filename="../ui/widgets/kit/stringlistedit.cpp" line="+46"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TasksPanel</name>
    <message>
        <location filename="../ui/widgets/activity/taskspanel.cpp" line="+61"/>
        <source>Running calls and tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Progress of the operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <location line="+27"/>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-27"/>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>States of the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Result of the task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+25"/>
        <source>Requested input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-6"/>
        <source>Input that the task requested, with its state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Answer the request in Review (Ctrl+E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>Ask the server to cancel the operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Extend by 1 minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Extend the idle and the total timeout by one minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Poll now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Request the state now instead of at the next poll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Show the late response in the trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Remove the operation from this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Tas&amp;ks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>The server runs %1 as a task; see Tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+60"/>
        <source>Running calls and tasks appear here with their progress.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Add a server first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No call or task is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+98"/>
        <source>%1 server requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>waiting for your answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-264"/>
        <source>States</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Review…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+30"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+94"/>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is not connected.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TimeAxisPainter</name>
    <message>
        <location filename="../ui/widgets/timeaxis/timeaxispainter.cpp" line="+180"/>
        <source>late response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>input, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+53"/>
        <source>Lanes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TimeAxisPanel</name>
    <message>
        <location filename="../ui/widgets/timeaxis/timeaxispanel.cpp" line="+56"/>
        <source>Fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Fit selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Times from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-33"/>
        <source>Every call appears here as a bar as long as its duration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect a server to record messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Show the whole trace and follow new messages (Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Show the marked range, or the selected span (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Start the ruler at the beginning of the selected span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>%1 ns per pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 per pixel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>1 server, %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 servers, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TimeAxisView</name>
    <message>
        <location filename="../ui/widgets/timeaxis/timeaxisview.cpp" line="+49"/>
        <source>Time axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Arrow keys move between spans and lanes; plus and minus zoom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+337"/>
        <source>Arrow keys move between spans and lanes; plus and minus zoom; Space folds the lanes below a call.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TimeStrip</name>
    <message>
        <location filename="../ui/widgets/trace/timestrip.cpp" line="+44"/>
        <source>Time strip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Arrow keys move the end of the marked range, Ctrl+arrow keys its beginning; Escape clears it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Drag to show only the messages in a time range</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ToolActions</name>
    <message>
        <location filename="../ui/widgets/tools/toolactions.cpp" line="+25"/>
        <source>Reload &amp;tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Call &amp;many times…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Call as a tas&amp;k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Request &amp;progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Confirm &amp;destructive calls on this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Lo&amp;g and progress of the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>&amp;Run the last saved call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sa&amp;ved calls…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Save this ca&amp;ll…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+17"/>
        <source>&amp;Form or JSON text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Ne&amp;xt problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Pre&amp;vious problem</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ToolList</name>
    <message>
        <location filename="../ui/widgets/tools/toollist.cpp" line="+37"/>
        <source>Filter tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Group by &amp;effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No grouping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Group by &amp;name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::ToolsPanel</name>
    <message>
        <location filename="../ui/widgets/tools/toolspanel.cpp" line="+34"/>
        <source>The server&apos;s tools appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>&amp;Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Saved calls: run one, or save this one (Shift+F9)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Saved calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Saved “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <location line="+14"/>
        <source>Not called: the arguments are not valid JSON, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-12"/>
        <source>Not called: %1 is marked destructive and this server asks for confirmation. Use Call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>The saved call “%1” no longer exists.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 no longer has the tool “%2” that “%3” calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-134"/>
        <source>%1 does not offer tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 offers tools, but its list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TraceColumns</name>
    <message>
        <location filename="../ui/widgets/trace/tracecolumns.cpp" line="+90"/>
        <source>Drag a title to move its column, or use View ▸ Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+181"/>
        <source>&amp;Move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Reset the columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>To the &amp;left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>To the &amp;right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>To the &amp;beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>To the &amp;end</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TracePanel</name>
    <message>
        <location filename="../ui/widgets/trace/tracepanel.cpp" line="+89"/>
        <source>Help: filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Follow newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scroll to the newest message and stay there (Space in the list)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop adding messages to the list; recording continues (Space in the list)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Empty the list; the recording keeps all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Jump to request/response</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Jump from a request to its response, or back (Ctrl+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Jump from a message to its HTTP exchange, or from an exchange to its first message (Ctrl+Shift+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Copy the exact bytes of the message (Ctrl+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Compare the two selected messages, or this message with the next one you select (Ctrl+D)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Show times relative to the selected message; repeat for clock times (Ctrl+T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Export messages with secrets redacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Jump to causing call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Jump to the call that caused this message (Ctrl+Alt+P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Search all messages for text, bytes or a regular expression (Ctrl+Shift+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+74"/>
        <source>The filter was cleared to show message %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+75"/>
        <source>0 of 1 message shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 of %2 messages shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Messages that match the filter appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>No message matches yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Every message appears here with its time and its bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Connect a server to record messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+66"/>
        <source>Message %1 chosen. Select a second one and choose Compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-312"/>
        <source>Clear list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Jump to the HTTP exchange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Compare messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Times from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+33"/>
        <source>Search everything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+154"/>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>paused, %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Clear filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The list is paused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+54"/>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TraceView</name>
    <message>
        <location filename="../ui/widgets/trace/traceview.cpp" line="+47"/>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::TrustBox</name>
    <message>
        <location filename="../ui/widgets/overview/trustbox.cpp" line="+55"/>
        <source>Pinned key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Current key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>&amp;Pin the new key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>&amp;Trust this key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Trust an unverified certificate?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Any server with this key will be trusted; CA, host name and expiry are no longer checked. Compare the key with the one that the server&apos;s owner published: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>&amp;Pin the new key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>&amp;Trust this key</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::widgets::UrlPage</name>
    <message>
        <location filename="../ui/widgets/review/urlpage.cpp" line="+47"/>
        <source>&amp;Open in the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>&amp;Copy the URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-27"/>
        <source>Full URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>displays as “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Cannot open a browser. Copy the URL instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The server reported that it is complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Opened in the browser. The server may report when it is complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Nothing was loaded from this URL. It opens only when you choose to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Accept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Accept without opening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Tell the server that you decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tell the server that you made no choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+0"/>
        <source>C&amp;ancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sonde::wire</name>
    <message>
        <location filename="../src/wire/http/curlengine.cpp" line="+99"/>
        <source>The request was canceled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+70"/>
        <source>The server sent nothing for %1 seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/http/curlsetup.cpp" line="+35"/>
        <source>Cannot read the file of the %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+34"/>
        <source>libcurl is out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+46"/>
        <source>%1 is not the address of a web server: it must begin with http:// or https:// and contain a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&quot;%1&quot; is not an HTTP method.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+29"/>
        <source>&quot;%1&quot; is not a header name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The value of the header %1 contains a line break.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+19"/>
        <source>CA certificates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>client certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>client certificate key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+35"/>
        <source>The path of the socket is too long: it has %1 bytes, at most %2 are possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+25"/>
        <source>A proxy address begins with http://, https://, socks5:// or socks5h:// and contains host and port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/http/httpengine.cpp" line="+49"/>
        <source>HTTP does not work: a part of Sonde, sonde-http.so, is missing or of another version. Install Sonde again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/http/httpfailure.cpp" line="+32"/>
        <source>Nothing listens at %1 (connection refused). Is the server running?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There is no socket at the given path. Is the server running?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The system does not allow a connection to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There is no route to %1. Is this machine on the right network?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Cannot connect to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+11"/>
        <source>The certificate of %1 has expired (%2). Renew it on the server, or pin its key if you know it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The certificate of %1 is not valid before %2. Is the clock of this machine right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The certificate of %1 is self-signed, not signed by a known authority. Pin its key if you know it, or add its file to the CA certificates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The certificate of %1 is not signed by a known authority (issuer: %2). Add the issuer&apos;s file to the CA certificates, or pin the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+7"/>
        <source>The certificate is not for %1 but for %2 (wrong name). Use one of its names in the URL, or pin its key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The certificate of %1 is not trusted: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+12"/>
        <source>%1 requested a client certificate and closed the connection because it got none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1 does not speak TLS. Does its address begin with http://?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The TLS handshake with %1 failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The proxy %1 requires a user name and a password (407).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The proxy %1 does not connect to %2 (status %3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Cannot reach %2 through the proxy %1. Is the proxy running?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1 closed the connection in the middle of the response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 closed the connection in the middle of the response headers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The connection to %1 broke while the request was sent. The server may have seen part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 closed the connection without a response. The server may have acted on the request, so it was not sent again. Send it again if repeating it is safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+15"/>
        <location line="+63"/>
        <source>The response of %1 is not HTTP.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-61"/>
        <source>%1 is not a valid address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The host name %1 was not found. Is it spelled right, and is this machine online?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 did not accept the connection in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The key of %1 is not the pinned one. If the key was changed on purpose, check the new certificate and pin it; if not, the connection may be intercepted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>The client certificate or its key cannot be used: they are not PEM, do not belong together, or the key is encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The CA certificates file contains no certificate in PEM.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 sent a header line that is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/http/httptransfer.cpp" line="+153"/>
        <source>The name resolves to a private address, which a public server must not redirect a client to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+133"/>
        <source>The response headers are larger than %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The response has more than %1 headers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+13"/>
        <source>The response does not begin with an HTTP status line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server switched protocols (101), which was not requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server sent more than %1 informational responses (1xx) and no final one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+44"/>
        <source>The response is larger than %1 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/link/linemessagetransport.cpp" line="+116"/>
        <source>The line is longer than %1 bytes; only its beginning was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The output ended with this line, which has no line end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/link/sendlog.cpp" line="+150"/>
        <source>The server accepted only %1 of %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/process/launch.cpp" line="+39"/>
        <source>No program is given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>A path cannot contain a NUL character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Argument %1 contains a NUL character, which no program can receive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+6"/>
        <source>An environment variable has no name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The environment variable %1 has a name with “=” or contains a NUL character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+16"/>
        <source>The working directory %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The working directory %1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The working directory %1 is not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The working directory %1 cannot be entered: permission denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+14"/>
        <source>%1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>%1 is a folder, not a program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 was found, but it is not executable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Its mode is %1; chmod +x makes it executable, or name the interpreter as the program and the file as its first argument.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+31"/>
        <source>There is no file %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No shell is involved, so “~” is not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>The program %1 was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Folders searched:
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The name contains a space: arguments belong in fields of their own.
</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/process/spawn.cpp" line="+101"/>
        <source>“%1” was found, but the interpreter in its first line, “%2”, does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>“%1” is neither a program for this machine nor a script whose first line names an interpreter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The arguments and the environment are too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>“%1” could not be started: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>The process was started, but cannot be watched: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+37"/>
        <source>Cannot create a pipe to the server: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/httpcall.cpp" line="+107"/>
        <source>Only %1 of %2 bytes were sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+128"/>
        <source>The response is longer than %1 bytes; only its beginning was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The response ended in the middle of a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+18"/>
        <source>The event is longer than %1 bytes; only its beginning was kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+28"/>
        <source>The server&apos;s response is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/httprefusal.cpp" line="+58"/>
        <source>The server responded with a redirect to %1, which is not followed (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source> It leads to another origin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+8"/>
        <source>The server requires authorization, but does not say which kind: WWW-Authenticate is missing (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server forbids this request (%1). Servers that check Origin or Host respond this way to a name they do not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The server requires additional scopes: %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server does not accept the token (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The server requires authorization: %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+10"/>
        <source>The server rejected the request as invalid (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server no longer knows the session (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There is no MCP endpoint at %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 does not accept %2 (%3). The path may be wrong, or the server speaks the older HTTP with SSE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server cannot respond with any of the content types in Accept (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server does not accept a body of application/json (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The server limits the rate of requests (%1)%2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>; it asks to retry after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The server refused the request (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+24"/>
        <source>The server failed (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <location line="+5"/>
        <source>The server&apos;s message: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="-3"/>
        <source>The body is a web page, not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+84"/>
        <source>The exchange ended before the response arrived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+22"/>
        <source>The response is compressed (Content-Encoding: %1), which was not requested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The server responded with a web page, not with JSON: this may not be the address of an MCP endpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The server responded %1 without a body.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The response has no Content-Type, and its body is not a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The response is %1; MCP allows only application/json and text/event-stream.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/httpsse.cpp" line="+133"/>
        <source>The server&apos;s endpoint event does not contain a valid address: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The server&apos;s endpoint is on another origin, %1: nothing is sent there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+74"/>
        <source>The event stream ended before its endpoint event.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+57"/>
        <source>The event stream is open, but its endpoint event did not arrive within %1 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/standingstream.cpp" line="+48"/>
        <source>The server ended it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+23"/>
        <source>The server offers none (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/streamablehttp.cpp" line="+312"/>
        <source>The session was lost before the response arrived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/streamexchange.cpp" line="+39"/>
        <source>The server did not accept the message in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+52"/>
        <source>The event stream ended inside an event, before the response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The event stream ended before the response arrived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The server accepted the request (202) without responding to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The response broke off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The body is not the response to the request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location line="+9"/>
        <source>The event stream ended before the response arrived, and could not be resumed. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../src/wire/streamable/httpmessagetransport.cpp" line="+203"/>
        <source>%1: the server closed the idle connection as the request was sent.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>std::chrono</name>
    <message>
        <location filename="../src/config/profilejson.cpp" line="-111"/>
        <source>%1 must be a whole number of milliseconds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
