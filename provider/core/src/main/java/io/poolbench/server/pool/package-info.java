/** The business pool: Dubbo's own pool, measured without changing its behaviour. */
package io.poolbench.server.pool;
