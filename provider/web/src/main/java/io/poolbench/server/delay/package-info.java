/** The downstream service of a web provider: an HTTP server that answers after a delay. */
package io.poolbench.server.delay;
