/**
 * The provider process: reads its configuration, starts, reports that it is ready, ends with the
 * driver.
 */
package io.poolbench.server;
