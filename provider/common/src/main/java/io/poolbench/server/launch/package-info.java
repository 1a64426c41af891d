/** The life of a provider process: its configuration, READY line, commands and end. */
package io.poolbench.server.launch;
