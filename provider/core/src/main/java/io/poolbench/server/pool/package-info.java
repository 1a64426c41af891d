/** The business pool: Dubbo's own, measured without a change to its behaviour. */
package io.poolbench.server.pool;
