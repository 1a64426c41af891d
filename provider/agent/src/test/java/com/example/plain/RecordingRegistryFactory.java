package com.example.plain;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.registry.NotifyListener;
import org.apache.dubbo.registry.Registry;
import org.apache.dubbo.registry.support.AbstractRegistryFactory;
import org.apache.dubbo.registry.support.FailbackRegistry;

/** Registries that print what is registered with them. */
public final class RecordingRegistryFactory extends AbstractRegistryFactory {
  @Override
  protected Registry createRegistry(URL url) {
    return new FailbackRegistry(url) {
      @Override
      public void doRegister(URL registered) {
        System.out.println("\nREGISTERED " + registered.getServiceInterface());
      }

      @Override
      public void doUnregister(URL registered) {}

      @Override
      public void doSubscribe(URL subscribed, NotifyListener listener) {}

      @Override
      public void doUnsubscribe(URL subscribed, NotifyListener listener) {}

      @Override
      public boolean isAvailable() {
        return true;
      }
    };
  }
}
