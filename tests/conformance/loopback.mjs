// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// node --import loopback.mjs …: what listens without naming an address listens at 127.0.0.1.
// The suite's own servers name none, and a test must not open doors to the network.

import net from 'node:net';

const open = net.Server.prototype._listen2;
if (typeof open !== 'function')
    throw new Error('loopback.mjs: this Node.js opens its sockets in another way');

// Below listen(), which looks addresses up and so would come later than its callers expect.
net.Server.prototype._listen2 = function (address, port, family, ...more) {
    const isTcp = typeof port === 'number' && port >= 0;
    return isTcp && (!address || address === '::' || address === '0.0.0.0')
        ? open.call(this, '127.0.0.1', port, 4, ...more)
        : open.call(this, address, port, family, ...more);
};
