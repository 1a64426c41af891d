/** Level 4: what the driver tells a Prometheus while it runs. */
package io.poolbench.prometheus;
