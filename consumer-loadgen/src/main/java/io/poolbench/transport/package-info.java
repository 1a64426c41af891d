/** Level 1: event loops and connections, shared by the clients of all protocols. */
package io.poolbench.transport;
