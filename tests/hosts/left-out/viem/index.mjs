// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What @apify/mcpc imports from viem when it starts, and uses for a wallet only.
export const base = { id: 0 }, baseSepolia = { id: 0 };
export const createPublicClient = undefined, createWalletClient = undefined;
export const erc20Abi = undefined, formatEther = undefined, formatUnits = undefined;
export const generatePrivateKey = undefined, http = undefined, privateKeyToAccount = undefined;
