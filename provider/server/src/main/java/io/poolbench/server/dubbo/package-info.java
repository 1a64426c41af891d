/** Dubbo's configuration: exported services, listen addresses, and disabled features. */
package io.poolbench.server.dubbo;
