/* Faster calls of the C API for the C of mypyc, mostly inline caches as CPython has them.

   Structs of msgspec and tables stay interpreted. mypyc reads their fields, and looks their names
   up in the module, in full each time; the interpreter remembers at each place where it found them
   (PEP 659). So does this file, for each place in the C of mypyc, into which it is included.

   It relies on the versions of dictionaries and types of CPython 3.11. Elsewhere it does nothing. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030C0000

/* An item of a dictionary: a name of a module. Dictionaries that have been changed, and different
   dictionaries, have different versions (PEP 509). */
typedef struct {
    PyObject *key;    /* NULL before the first use */
    PyObject *value;  /* borrowed: a dictionary of this version holds it */
    uint64_t version;
    int misses;       /* many: other keys, or a dictionary that changes; nothing is remembered */
} CachedItem;

#define MOST_MISSES 32

static PyObject *find_item(CachedItem *known, PyObject *dict, PyObject *key) {
    PyObject *value = CPyDict_GetItem(dict, key);
    known->misses++;
    if (value != NULL && PyDict_CheckExact(dict) && PyUnicode_CheckExact(key)) {
        Py_XSETREF(known->key, Py_NewRef(key)); /* or another key could get its address */
        known->value = value;
        known->version = ((PyDictObject *)dict)->ma_version_tag;
    }
    return value;
}

static inline PyObject *get_item(CachedItem *known, PyObject *dict, PyObject *key) {
    if (known->misses > MOST_MISSES) {
        return CPyDict_GetItem(dict, key);
    }
    if (likely(known->key == key && PyDict_CheckExact(dict) &&
               known->version == ((PyDictObject *)dict)->ma_version_tag)) {
        return Py_NewRef(known->value);
    }
    return find_item(known, dict, key);
}

/* A field of a struct, at an offset of its objects. A type that has been changed has the version
   0 or a new one. */
typedef struct {
    PyObject *name;     /* NULL before the first use */
    Py_ssize_t offset;  /* 0: the attribute is not such a field */
    unsigned int version;
} CachedField;

static PyObject *find_attribute(CachedField *known, PyObject *object, PyObject *name) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject *value = PyObject_GetAttr(object, name);
    if (value != NULL && type->tp_getattro == PyObject_GenericGetAttr) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_XSETREF(known->name, Py_NewRef(name));
        known->version = type->tp_version_tag;
        known->offset = 0;
        if (found != NULL && Py_IS_TYPE(found, &PyMemberDescr_Type)) {
            PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
            if (member->type == T_OBJECT_EX && !(member->flags & PY_AUDIT_READ)) {
                known->offset = member->offset;
            }
        }
    }
    return value;
}

static inline PyObject *get_attribute(CachedField *known, PyObject *object, PyObject *name) {
    unsigned int version = Py_TYPE(object)->tp_version_tag;
    if (likely(version != 0 && known->version == version && known->name == name)) {
        if (known->offset == 0) {
            return PyObject_GetAttr(object, name);
        }
        PyObject *value = *(PyObject **)((char *)object + known->offset);
        if (likely(value != NULL)) {
            return Py_NewRef(value);
        }
    }
    return find_attribute(known, object, name);
}

/* Whether a sequence contains a value: mostly the same object is there, as with codes of cards. */
static inline int contains(PyObject *sequence, PyObject *value) {
    if (PyTuple_CheckExact(sequence)) {
        for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(sequence); at++) {
            if (PyTuple_GET_ITEM(sequence, at) == value) {
                return 1;
            }
        }
    }
    return PySequence_Contains(sequence, value);
}

#define PySequence_Contains(sequence, value) contains(sequence, value)
#define CPyDict_GetItem(dict, key) ({ static CachedItem known; get_item(&known, dict, key); })
#undef CPyObject_GetAttr
#define CPyObject_GetAttr(object, name) \
    ({ static CachedField known; get_attribute(&known, object, name); })
#endif
