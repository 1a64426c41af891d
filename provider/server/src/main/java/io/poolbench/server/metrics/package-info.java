/** What the provider tells about itself while it runs, outside of the pool under test. */
package io.poolbench.server.metrics;
