// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A real authorization server (oidc-provider) for one resource: dynamic registration, client
// metadata documents, PKCE, resource indicators, refresh tokens and `iss` in the redirect.

import express from 'express';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { errors } from 'oidc-provider';

// Served in place of the network.
export const clientDocument = 'https://client.example/metadata.json';
const documents = {
    [clientDocument]: {
        client_id: clientDocument,
        client_name: 'A client with a document',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
    },
};

function page(title, form, script) {
    return `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>`
        + `<form method="post">${form}</form><script>${script}</script>`;
}

async function signingKey() {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { ...await exportJWK(privateKey), alg: 'RS256', use: 'sig', kid: 'one' };
}

async function makeProvider(issuer, resource, scopes, life) {
    const served = () => ({ scope: scopes.join(' '), audience: resource, accessTokenFormat: 'jwt',
        accessTokenTTL: life.seconds, jwt: { sign: { alg: 'RS256' } } });
    return new Provider(issuer, {
        jwks: { keys: [await signingKey()] },
        scopes: ['openid', 'offline_access', ...scopes],
        clientDefaults: { grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'], token_endpoint_auth_method: 'none' },
        cookies: { keys: ['test'] },
        pkce: { required: () => true },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
        interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
        issueRefreshToken: async (_, client, code) =>
            client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
        fetch: async url => documents[url] ? Response.json(documents[url])
            : new Response('', { status: 404 }),
        features: {
            devInteractions: { enabled: false },
            registration: { enabled: true },
            revocation: { enabled: true },
            clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
            resourceIndicators: {
                enabled: true,
                defaultResource: () => resource,
                useGrantedResource: () => true,
                getResourceServerInfo: (_, asked) => {
                    if (asked !== resource)
                        throw new errors.InvalidTarget();
                    return served();
                },
            },
        },
    });
}

async function grantOf(provider, { prompt, params, session, grantId }) {
    const grant = grantId ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    if (prompt.details.missingOIDCScope)
        grant.addOIDCScope(prompt.details.missingOIDCScope.join(' '));
    for (const [resource, missing] of Object.entries(prompt.details.missingResourceScopes ?? {}))
        grant.addResourceScope(resource, missing.join(' '));
    return grant.save();
}

// `script` runs in each page and plays the person.
export async function makeAuthorizationServer({ issuer, resource, scopes, script }) {
    const life = { seconds: 3600 };
    const provider = await makeProvider(issuer, resource, scopes, life);
    const refreshTokens = [];
    provider.on('refresh_token.saved', token => refreshTokens.push(token));
    for (const event of ['authorization.error', 'grant.error', 'registration_create.error', 'server_error'])
        provider.on(event, (_, error) => console.error(`${event}: ${error.error_description ?? error.message}`));

    const app = express();
    app.use(express.urlencoded({ extended: false }));
    app.get('/interaction/:uid', async (request, response) => {
        const { prompt } = await provider.interactionDetails(request, response);
        response.send(prompt.name === 'login'
            ? page('Log in', '<input name="login" required><input name="password" type="password">'
                + '<button name="answer" value="login">Log in</button>', script)
            : page('Consent', '<button name="answer" value="allow">Allow</button>'
                + '<button name="answer" value="deny">Deny</button>', script));
    });
    app.post('/interaction/:uid', async (request, response) => {
        const details = await provider.interactionDetails(request, response);
        const result = request.body.answer === 'deny'
            ? { error: 'access_denied', error_description: 'the person said no' }
            : details.prompt.name === 'login' ? { login: { accountId: request.body.login } }
                : { consent: { grantId: await grantOf(provider, details) } };
        await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    });
    app.use(provider.callback());
    return {
        app,
        setLife: seconds => { life.seconds = seconds; },
        revokeRefreshTokens: () => Promise.all(refreshTokens.splice(0).map(token => token.destroy())),
    };
}
