/**
 * Level 2: the HTTP/1.1 client, a {@link io.poolbench.load.Target}. No other package of the driver
 * generates HTTP load.
 */
package io.poolbench.http;
