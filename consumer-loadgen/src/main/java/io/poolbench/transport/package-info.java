/** Level 1: what the clients of every protocol share: event loops and how they connect. */
package io.poolbench.transport;
