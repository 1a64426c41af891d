/** The business pool: Dubbo's own, measured without a change to how it behaves. */
package io.poolbench.server.pool;
