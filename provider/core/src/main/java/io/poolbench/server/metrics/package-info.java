/** The provider's own metrics, served outside the pool under test. */
package io.poolbench.server.metrics;
