// Package feed tells caches of changes.
package feed

import (
	"reflect"
	"sync"
)

// A Hub passes messages on to who has subscribed to their topic.
type Hub struct {
	mu   sync.Mutex
	subs map[string]reflect.Value
}

func NewHub() *Hub { return &Hub{subs: make(map[string]reflect.Value)} }

// Subscribe has f, a function, called with each message of the topic.
func (h *Hub) Subscribe(topic string, f any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subs[topic] = reflect.ValueOf(f)
}

// Publish calls the subscriber under the hub's lock. Messages of a topic may have
// any type.
func (h *Hub) Publish(topic string, message any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f, ok := h.subs[topic]; ok {
		f.Call([]reflect.Value{reflect.ValueOf(message)})
	}
}

// A Cache forgets what the hub says has changed.
type Cache struct {
	mu     sync.RWMutex
	values map[string]string
	hub    *Hub
}

func NewCache(h *Hub) *Cache {
	c := &Cache{values: make(map[string]string), hub: h}
	h.Subscribe("changed", c.forget)
	return c
}

func (c *Cache) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.values, key)
}

func (c *Cache) Get(key string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key]
}

// Follow subscribes to one more topic, under the cache's lock.
func (c *Cache) Follow(topic string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.hub.Subscribe(topic, c.forget)
}
