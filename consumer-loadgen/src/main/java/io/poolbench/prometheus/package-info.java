/** Level 4: the driver's metrics endpoint for Prometheus. */
package io.poolbench.prometheus;
